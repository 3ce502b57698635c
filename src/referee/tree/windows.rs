//! The processes of an engine as a job: what the engine starts belongs to it, and all end with it.

use std::io;
use std::mem::size_of;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle, RawHandle};
use std::os::windows::process::CommandExt;
use std::process::{Child, Command};
use std::ptr::null;
use std::sync::OnceLock;

use windows_sys::Win32::Foundation::INVALID_HANDLE_VALUE;
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject, TerminateJobObject,
};
use windows_sys::Win32::System::Threading::{
    CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW, CREATE_SUSPENDED, GetCurrentProcess, OpenThread,
    ResumeThread, THREAD_SUSPEND_RESUME,
};

/// The exit status of what is killed.
const KILLED: u32 = 1;

/// The referee itself with all that it starts: what it was just starting when it is killed ends, too.
static REFEREE: OnceLock<Option<Job>> = OnceLock::new();

/// The job of an engine; none if the system makes none.
pub(super) struct Group(Option<Job>);

impl Group {
    /// Starts an engine in a job of its own, where Ctrl-C does not reach it. It has a console of its
    /// own, too, so that closing the referee's window is nothing to it, unless it is heard on that.
    ///
    /// # Errors
    ///
    /// The engine cannot be started.
    pub(super) fn spawn(mut command: Command, is_heard: bool) -> io::Result<(Child, Group)> {
        REFEREE.get_or_init(|| {
            // SAFETY: it takes nothing, and what it returns stands for this process and need not be
            // closed.
            let referee = unsafe { GetCurrentProcess() };
            Job::of(referee)
        });
        // It is not to start a process of its own before it belongs to its job.
        let console = if is_heard { 0 } else { CREATE_NO_WINDOW };
        command.creation_flags(CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP | console);
        let mut child = command.spawn()?;
        let group = Group(Job::of(child.as_raw_handle()));
        if let Err(error) = resume(child.id()) {
            let _ = child.kill();
            let _ = child.wait();
            return Err(error);
        }
        Ok((child, group))
    }

    /// Kills everybody in it, the engine included.
    pub(super) fn kill(&mut self, _: &Child) {
        self.0.iter().for_each(Job::kill);
    }
}

/// Whether a process has ended.
pub(super) fn has_exited(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// A job whose processes end when its handle is closed, be it by the end of the referee.
struct Job(OwnedHandle);

impl Job {
    /// A new job of this process and of all that it will start.
    fn of(process: RawHandle) -> Option<Job> {
        let job = Job::new().and_then(|job| job.take_in(process).map(|()| job));
        let told = job.inspect_err(|error| {
            log::warn!("no job holds the engines, what they start may outlive them: {error}");
        });
        told.ok()
    }

    fn new() -> io::Result<Job> {
        // SAFETY: both arguments may be null: no other process shares the job, and it has no name.
        let handle = unsafe { CreateJobObjectW(null(), null()) };
        if handle.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the handle was opened just now, and nobody else closes it.
        let job = Job(unsafe { OwnedHandle::from_raw_handle(handle) });
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        // SAFETY: the handle is open, and the pointer is to a whole structure of the kind and size
        // that are named beside it; it is only read.
        let done = unsafe {
            SetInformationJobObject(
                job.0.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                (&raw const limits).cast(),
                size_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>() as u32,
            )
        };
        answered(done).map(|()| job)
    }

    fn take_in(&self, process: RawHandle) -> io::Result<()> {
        // SAFETY: both handles are open.
        answered(unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), process) })
    }

    fn kill(&self) {
        // SAFETY: the handle is open. An error says that nobody is left in it.
        let _ = unsafe { TerminateJobObject(self.0.as_raw_handle(), KILLED) };
    }
}

fn answered(done: i32) -> io::Result<()> {
    match done {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Lets a process run that was started suspended: it has one thread, which is found in the list of
/// all threads of the system.
fn resume(process: u32) -> io::Result<()> {
    // SAFETY: it takes no pointers; with this flag the second argument means nothing.
    let list = unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0) };
    if list == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle was opened just now, and nobody else closes it.
    let list = unsafe { OwnedHandle::from_raw_handle(list) };
    let mut entry = THREADENTRY32 {
        dwSize: size_of::<THREADENTRY32>() as u32,
        ..THREADENTRY32::default()
    };
    // SAFETY: the handle is that of such a list, and the entry says its size, as it must.
    let mut found = unsafe { Thread32First(list.as_raw_handle(), &raw mut entry) };
    while found != 0 && entry.th32OwnerProcessID != process {
        // SAFETY: as before.
        found = unsafe { Thread32Next(list.as_raw_handle(), &raw mut entry) };
    }
    if found == 0 {
        return Err(io::Error::other("the process was started without a thread"));
    }
    // SAFETY: it takes no pointers.
    let thread = unsafe { OpenThread(THREAD_SUSPEND_RESUME, 0, entry.th32ThreadID) };
    if thread.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle was opened just now, and nobody else closes it.
    let thread = unsafe { OwnedHandle::from_raw_handle(thread) };
    // SAFETY: the handle is open and allows it.
    match unsafe { ResumeThread(thread.as_raw_handle()) } {
        u32::MAX => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}
