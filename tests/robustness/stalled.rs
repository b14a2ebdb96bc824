//! File systems that do not answer, and files that take long to read: neither is
//! waited for where messages are read.

use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

use mcp_guide::documents::file_error::FileError;
use mcp_guide::project::project_error::{ProjectError, ProjectErrorKind, SessionError};
use mcp_guide::project::session::{Roots, Session, Source};
use rustix::mount::{MountFlags, UnmountFlags, mount, unmount};
use serde_json::json;

use super::files::is_not_opened;
use super::projects::{root, unnamed};
use crate::process::{GUIDE, PATIENCE, Server, left_out, meta, project};

/// A file system that never answers: its server takes the greeting and no request.
pub(super) struct Stalled {
    pub folder: tempfile::TempDir,
    _device: std::fs::File,
}

impl Stalled {
    /// `None`, with the reason printed, where none can be mounted.
    pub fn mount() -> Option<Self> {
        let folder = laws::folder();
        let mut device = match std::fs::File::options().read(true).write(true).open("/dev/fuse") {
            Ok(device) => device,
            Err(error) => {
                left_out("mount", &format!("/dev/fuse cannot be opened: {error}"));
                return None;
            }
        };
        let options = format!("fd={},rootmode=40000,user_id=0,group_id=0", device.as_raw_fd());
        let options = std::ffi::CString::new(options).expect("no NUL");
        if let Err(error) = mount("stalled", folder.path(), "fuse", MountFlags::empty(), options.as_c_str()) {
            left_out("mount", &error.to_string());
            return None;
        }
        let mut greeting = vec![0; 1 << 16];
        let bytes = device.read(&mut greeting).expect("a greeting");
        assert!(bytes >= 56, "a header and a greeting");
        // fuse_out_header: length, no error, the greeting's number; then fuse_init_out
        // of the version that was offered, and no more than it needs.
        let mut answer = Vec::new();
        answer.extend_from_slice(&(16_u32 + 64).to_ne_bytes());
        answer.extend_from_slice(&0_i32.to_ne_bytes());
        answer.extend_from_slice(&greeting[8..16]);
        answer.extend_from_slice(&greeting[40..48]);
        answer.extend_from_slice(&[0; 12]);
        answer.extend_from_slice(&4096_u32.to_ne_bytes());
        answer.resize(16 + 64, 0);
        device.write_all(&answer).expect("it is taken");
        Some(Self { folder, _device: device })
    }
}

impl Drop for Stalled {
    fn drop(&mut self) {
        // With its device closed after this, whoever waits is told.
        let _ = unmount(self.folder.path(), UnmountFlags::DETACH);
    }
}

/// Each of many pings is answered; other answers are passed over.
#[track_caller]
fn pings_are_answered(server: &mut Server) {
    for _ in 0..200 {
        let id = server.ask("ping", json!({}));
        while server.receive()["id"] != id {}
    }
}

#[track_caller]
fn ends_at_sigterm(mut server: Server) -> Option<i32> {
    server.signal(rustix::process::Signal::TERM);
    server.ended().code()
}

fn list_eight_times(server: &mut Server) {
    let list = json!({ "name": "list_content", "arguments": {} });
    for _ in 0..8 {
        server.ask("tools/call", list.clone());
    }
}

#[test]
fn a_file_system_that_stalls_stops_neither_pings_nor_sigterm() {
    let Some(stalled) = Stalled::mount() else {
        return;
    };
    let mut server = Server::start(stalled.folder.path());
    // These are never answered.
    list_eight_times(&mut server);
    pings_are_answered(&mut server);
    assert_eq!(ends_at_sigterm(server), Some(1));
}

#[test]
fn a_hostile_guide_yaml_stops_neither_pings_nor_sigterm() {
    for hostile in ["{\"}\": ", "[", "- ", "%TAG ! a\n"] {
        let text = hostile.repeat(900_000 / hostile.len());
        let folder = project(&[("guide.yaml", &text)]);
        let mut server = Server::start(folder.path());
        list_eight_times(&mut server);
        pings_are_answered(&mut server);
        list_eight_times(&mut server);
        ends_at_sigterm(server);
    }
}

/// Who connects is told what those are told whose server has no project.
#[test]
fn a_project_that_does_not_answer_is_not_named() {
    let Some(stalled) = Stalled::mount() else {
        return;
    };
    let nowhere = laws::folder().path().join("gone");
    let [stalled, nowhere] = [stalled.folder.path(), &nowhere].map(|folder| {
        let mut server = Server::unbegun(folder);
        server.initialize(json!({}))["instructions"].to_string()
    });
    assert!(nowhere.contains("List what exists first"), "{nowhere}");
    assert_eq!(stalled, nowhere);
}

/// Requests that wait for the names in a project share one thread for that.
#[test]
fn descriptions_of_a_project_that_does_not_answer_take_one_thread() {
    let Some(stalled) = Stalled::mount() else {
        return;
    };
    let mut server = Server::unbegun(stalled.folder.path());
    for _ in 0..3 {
        for _ in 0..40 {
            server.ask("server/discover", json!({ "_meta": meta(json!({})) }));
        }
        for _ in 0..40 {
            let answer = server.receive();
            assert!(answer["result"]["instructions"].is_string(), "{answer}");
        }
    }
    let threads = || std::fs::read_dir(format!("/proc/{}/task", server.child.id())).map(Iterator::count);
    let begun = Instant::now();
    // Those that answered end soon.
    while threads().expect("a process") > 8 && begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(50));
    }
    let left = threads().expect("a process");
    assert!(left <= 8, "{left} threads");
}

#[test]
fn a_project_that_keeps_waiting_does_not_make_another_wait() {
    let Some(stalled) = Stalled::mount() else {
        return;
    };
    let folder = project(&[GUIDE]);
    let (session, waits) = (unnamed(), root(stalled.folder.path()));
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| session.bind(&waits).map(drop));
        std::thread::sleep(Duration::from_millis(100));
        for _ in 0..10 {
            session.bind(&root(folder.path())).expect("it loads");
        }
        assert!(!waiting.is_finished(), "it did not wait: nothing was shown");
        drop(stalled);
    });
}

#[test]
fn a_guide_yaml_that_is_a_pipe_is_not_opened() {
    let folder = laws::folder();
    let named = camino::Utf8PathBuf::from_path_buf(folder.path().to_owned()).expect("UTF-8");
    is_not_opened(&folder.path().join("guide.yaml"), || {
        for (session, roots) in
            [(Session::new(Source::Named(named)), Roots::None), (unnamed(), root(folder.path()))]
        {
            let why = SessionError::Unloadable(ProjectError::unread(ProjectErrorKind::Unreadable(
                FileError::NotRegular.into(),
            )));
            assert_eq!(session.bind(&roots).err(), Some(why));
        }
    });
}
