//! A program that runs.

use std::ops::{Deref, DerefMut};
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::PATIENCE;

/// A process, which ends with it.
pub struct Running(pub Child);

impl Running {
    /// Sends the process a signal.
    #[track_caller]
    pub fn signal(&self, signal: Signal) {
        let process = Pid::from_child(&self.0);
        kill_process(process, signal).expect("it runs");
    }

    /// How the process ended; it has to end by itself.
    #[track_caller]
    pub fn ended(&mut self) -> ExitStatus {
        let started = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().expect("a child") {
                return status;
            }
            assert!(started.elapsed() < PATIENCE, "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The processor time that the process has used, in clock ticks of 10 ms.
    #[track_caller]
    pub fn ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id())).expect("a running process");
        let after_name = stat.rsplit_once(')').expect("a name").1;
        // utime and stime; the first is the state.
        let times = after_name.split_whitespace().skip(11).take(2);
        times.map(|ticks| ticks.parse::<u64>().expect("a number")).sum()
    }

    /// How much the process has read, of files and of its input, in bytes.
    #[track_caller]
    pub fn has_read(&self) -> u64 {
        let counts = std::fs::read_to_string(format!("/proc/{}/io", self.0.id())).expect("a running process");
        let count = counts.lines().find_map(|line| line.strip_prefix("rchar: "));
        count.expect("a count").parse().expect("a number")
    }

    /// Resident memory in bytes.
    #[track_caller]
    pub fn resident(&self) -> u64 {
        self.memory("VmRSS")
    }

    /// The most memory that was ever resident, in bytes.
    #[track_caller]
    pub fn most_resident(&self) -> u64 {
        self.memory("VmHWM")
    }

    /// A field of the process's status, in bytes.
    #[track_caller]
    pub fn memory(&self, field: &str) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).expect("a running process");
        let line = status.lines().find(|line| line.starts_with(field)).expect("a resident size");
        let kilobytes: u64 =
            line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number");
        kilobytes * 1024
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
