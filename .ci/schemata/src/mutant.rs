
/// Whether this fault is the one that `MCP_GUIDE_MUTANT` chooses. With `record:FILE` none is, and the file gets a line
/// for each that is asked for.
#[doc(hidden)]
#[inline(always)]
#[allow(warnings)]
pub fn mutant(number: u32) -> bool {
    let chosen = faults::CHOSEN.load(std::sync::atomic::Ordering::Relaxed);
    chosen == number || (chosen < 2 && faults::unusual(number))
}

#[allow(warnings)]
mod faults {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
    use std::sync::{Mutex, OnceLock};

    const UNREAD: u32 = 0;
    const RECORD: u32 = 1;

    pub static CHOSEN: AtomicU32 = AtomicU32::new(UNREAD);
    static FILE: OnceLock<String> = OnceLock::new();
    // What is not in it yet. It is open while it is written to, and not where no descriptor is left for it: a test may
    // count them.
    static UNWRITTEN: Mutex<String> = Mutex::new(String::new());
    static SEEN: [AtomicBool; 1 << 16] = [const { AtomicBool::new(false) }; 1 << 16];

    #[cold]
    pub fn unusual(number: u32) -> bool {
        if CHOSEN.load(Relaxed) == UNREAD {
            let said = std::env::var("MCP_GUIDE_MUTANT").unwrap_or_default();
            let chosen = if let Some(file) = said.strip_prefix("record:") {
                FILE.get_or_init(|| file.to_owned());
                RECORD
            } else {
                said.parse().unwrap_or(u32::MAX)
            };
            CHOSEN.store(chosen, Relaxed);
        }
        if CHOSEN.load(Relaxed) == RECORD && !SEEN[number as usize].swap(true, Relaxed) {
            if let (Some(file), Ok(mut unwritten)) = (FILE.get(), UNWRITTEN.lock()) {
                unwritten.push_str(&format!("{number}\n"));
                let file = std::fs::OpenOptions::new().append(true).open(file);
                if file.is_ok_and(|mut file| file.write_all(unwritten.as_bytes()).is_ok()) {
                    unwritten.clear();
                }
            }
        }
        CHOSEN.load(Relaxed) == number
    }
}
