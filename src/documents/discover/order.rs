//! How what is found is brought in order.

use std::cmp::Ordering;

use crate::documents::fault::Cancelled;
use crate::documents::work::Work;

/// How many are brought in order at once, without asking whether to go on.
pub(super) const AT_ONCE: usize = 16 * 1024;

/// Sorts in pieces, and asks between them whether to go on.
pub(super) fn bring_in_order<T>(
    items: &mut [T],
    work: &Work<'_>,
    compare: impl Fn(&T, &T) -> Ordering,
) -> Result<(), Cancelled> {
    let mut unsorted = vec![items];
    while let Some(items) = unsorted.pop() {
        if items.len() <= AT_ONCE {
            work.add(8 * items.len())?;
            items.sort_unstable_by(&compare);
            continue;
        }
        work.ask()?;
        let half = items.len() / 2;
        items.select_nth_unstable_by(half, &compare);
        let (low, high) = items.split_at_mut(half);
        unsorted.extend([low, high]);
    }
    Ok(())
}

/// The place of a suffix: none, which is a plain file's, before all others.
pub(super) fn preference(suffix: &str, suffixes: &[String]) -> usize {
    let known = suffixes.iter().position(|known| known == suffix);
    known.map_or(0, |at| at + 1)
}
