
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
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

    const UNREAD: u32 = 0;
    const RECORD: u32 = 1;

    pub static CHOSEN: AtomicU32 = AtomicU32::new(UNREAD);
    // Opened before anything is: later there may be no descriptor left for it.
    static FILE: OnceLock<Option<std::fs::File>> = OnceLock::new();
    static SEEN: [AtomicBool; 1 << 16] = [const { AtomicBool::new(false) }; 1 << 16];

    #[cold]
    pub fn unusual(number: u32) -> bool {
        if CHOSEN.load(Relaxed) == UNREAD {
            let said = std::env::var("MCP_GUIDE_MUTANT").unwrap_or_default();
            let chosen = if let Some(file) = said.strip_prefix("record:") {
                FILE.get_or_init(|| std::fs::OpenOptions::new().append(true).open(file).ok());
                RECORD
            } else {
                said.parse().unwrap_or(u32::MAX)
            };
            CHOSEN.store(chosen, Relaxed);
        }
        if CHOSEN.load(Relaxed) == RECORD && !SEEN[number as usize].swap(true, Relaxed) {
            if let Some(Some(mut file)) = FILE.get().map(Option::as_ref) {
                let _ = file.write_all(format!("{number}\n").as_bytes());
            }
        }
        CHOSEN.load(Relaxed) == number
    }
}
