use std::time::Duration;

/// The processor time that all threads of this process have used so far; `None` where the system does
/// not tell.
///
/// ```
/// let before = lianzhu::clock::processor_time();
/// assert!(lianzhu::clock::processor_time() >= before);
/// ```
#[cfg(unix)]
pub fn processor_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ProcessCPUTime).try_into().ok()
}

/// The processor time that all threads of this process have used so far; `None` where the system does
/// not tell.
#[cfg(windows)]
pub fn processor_time() -> Option<Duration> {
    use windows_sys::Win32::Foundation::FILETIME;
    use windows_sys::Win32::System::Threading::{GetCurrentProcess, GetProcessTimes};
    let [mut start, mut end, mut kernel, mut user] = [FILETIME::default(); 4];
    // SAFETY: the pointers are to four structures that may be written to, and what stands for this
    // process need not be closed.
    let done = unsafe {
        GetProcessTimes(
            GetCurrentProcess(),
            &raw mut start,
            &raw mut end,
            &raw mut kernel,
            &raw mut user,
        )
    };
    // They count tenths of a microsecond.
    let time = |part: FILETIME| {
        let ticks = (u64::from(part.dwHighDateTime) << 32) + u64::from(part.dwLowDateTime);
        Duration::from_nanos(ticks.saturating_mul(100))
    };
    (done != 0).then(|| time(kernel) + time(user))
}

/// The processor time that all threads of this process have used so far; `None` where the system does
/// not tell.
#[cfg(not(any(unix, windows)))]
pub fn processor_time() -> Option<Duration> {
    None
}
