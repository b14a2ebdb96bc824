//! How much a call has done since it last asked whether to go on.

use std::cell::Cell;

use crate::documents::fault::Cancelled;

/// After how many steps it is asked whether to go on: about a millisecond.
const ASK_AFTER: usize = 1 << 18;

/// The work of one call, counted in steps. A step is some nanoseconds: one token
/// of a pattern that is laid over a name, or one name that is compared.
///
/// Cancellation is looked at after a fixed amount of work, so that it does not
/// matter whether a call does much to few things or little to many.
pub struct Work<'a> {
    cancelled: &'a dyn Fn() -> bool,
    left: Cell<usize>,
}

impl<'a> Work<'a> {
    /// Work that ends once `cancelled` says so.
    pub fn new(cancelled: &'a dyn Fn() -> bool) -> Self {
        Self {
            cancelled,
            left: Cell::new(ASK_AFTER),
        }
    }

    /// Counts so many steps, which are about to be done.
    ///
    /// # Errors
    ///
    /// [`Cancelled`], where it was time to ask.
    pub fn add(&self, steps: usize) -> Result<(), Cancelled> {
        match self.left.get().checked_sub(steps) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => self.ask(),
        }
    }

    /// Asks at once.
    ///
    /// # Errors
    ///
    /// [`Cancelled`].
    pub fn ask(&self) -> Result<(), Cancelled> {
        self.left.set(ASK_AFTER);
        if (self.cancelled)() {
            Err(Cancelled)
        } else {
            Ok(())
        }
    }
}
