//! What two searches of one category find both.

use std::collections::HashMap;

use camino::Utf8Path;

use super::FileInfo;
use super::found::in_order;
use crate::documents::fault::Cancelled;
use crate::documents::work::Work;

/// What is found by a call's pattern and by some of a collection's members, each by
/// the place of the member that finds it first; the rest by the place `rest`, or not
/// at all.
///
/// What cannot be read on the way to what both look for is kept without a `rest`: it
/// may hold some of it.
///
/// # Errors
///
/// [`Cancelled`], looked at after a fixed amount of work.
pub fn narrow(
    asked: Vec<FileInfo>,
    members: Vec<(usize, FileInfo)>,
    rest: Option<usize>,
    cancelled: &dyn Fn() -> bool,
) -> Result<Vec<(usize, FileInfo)>, Cancelled> {
    let work = Work::new(cancelled);
    let mut places: HashMap<&Utf8Path, (usize, &FileInfo)> = HashMap::new();
    let mut below: HashMap<&Utf8Path, usize> = HashMap::new();
    let mut standing = places.clone();
    let obstacles = asked.iter().any(|info| info.fault.is_some());
    for (place, info) in &members {
        work.add(32)?;
        places.insert(&*info.path, (*place, info));
        for above in above(info).filter(|_| obstacles) {
            below.entry(above).or_insert(*place);
        }
        if info.fault.is_some() && rest.is_none() {
            standing.insert(&*info.path, (*place, info));
        }
    }
    let mut both = Vec::new();
    for info in asked {
        work.add(32)?;
        if !standing.is_empty() {
            let here = info.path.ancestors();
            let found = here.filter_map(|path| standing.remove(path));
            both.extend(found.map(|(place, info)| (place, info.clone())));
        }
        let place = match places.get(&*info.path) {
            Some((_, member)) if member.fault.is_some() && rest.is_none() => None,
            Some((place, _)) => Some(*place),
            None if info.fault.is_some() => below.get(&*info.path).copied().or(rest),
            None => rest,
        };
        both.extend(place.map(|place| (place, info)));
    }
    both.sort_by(in_order);
    Ok(both)
}

/// The directories above it.
fn above(info: &FileInfo) -> impl Iterator<Item = &Utf8Path> {
    info.path.ancestors().skip(1)
}
