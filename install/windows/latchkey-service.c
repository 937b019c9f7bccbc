/*
 * Runs Latchkey or its agent as a Windows service, because Node can't respond to the service manager.
 *
 *   latchkey-service install service|agent    registers the service, as an administrator
 *   latchkey-service uninstall service|agent  stops and deletes the service; the data stays
 *   latchkey-service run service|agent        what the service manager runs
 *
 * Settings are read from %ProgramData%\Latchkey\settings (agent: %ProgramData%\Latchkey Agent\settings), one NAME=VALUE per line, and
 * passed as environment variables. What the program prints goes to output.log next to them. The account is LOCAL SERVICE. Only that account
 * and administrators can open the folder.
 *
 * Built with Debian's gcc-mingw-w64-x86-64: see scripts/release/windows/service-host.ts.
 */
#define _WIN32_WINNT 0x0601
#include <windows.h>
#include <sddl.h>
#include <shlobj.h>
#include <stdio.h>
#include <wchar.h>

#define MAX_WORDS 32768
/* Exit code of the program when its settings are wrong, or the agent isn't enrolled: a restart doesn't help. */
#define WRONG_SETTINGS 78
#define MAX_LOG_BYTES (10LL * 1024 * 1024)

typedef struct {
  const wchar_t *part, *name, *title, *folder, *command;
  /* Program that ends with 0 once the service responds. Empty: it runs as soon as its process does. */
  const wchar_t *health;
  DWORD restartMs;
} Kind;

static const Kind kinds[] = {
    {L"service", L"Latchkey", L"Latchkey", L"Latchkey", L"--max-semi-space-size=4 \"%ls\\local-runtime\\start.mjs\"",
     L"\"%ls\\program\\health.mjs\" --wait", 2000},
    {L"agent", L"LatchkeyAgent", L"Latchkey agent", L"Latchkey Agent",
     L"--max-semi-space-size=1 \"%ls\\host\\latchkey-agent.mjs\" run", L"", 5000},
};

static const Kind *kind;
static wchar_t home[MAX_PATH], folder[MAX_PATH];
static SERVICE_STATUS_HANDLE manager;
static SERVICE_STATUS status;
static HANDLE stopping;

static void report(DWORD state, DWORD waitMs, DWORD exitCode) {
  status.dwServiceType = SERVICE_WIN32_OWN_PROCESS;
  status.dwCurrentState = state;
  status.dwControlsAccepted = state == SERVICE_RUNNING ? SERVICE_ACCEPT_STOP | SERVICE_ACCEPT_SHUTDOWN : 0;
  status.dwWin32ExitCode = exitCode == 0 ? NO_ERROR : ERROR_SERVICE_SPECIFIC_ERROR;
  status.dwServiceSpecificExitCode = exitCode;
  status.dwWaitHint = waitMs;
  status.dwCheckPoint = waitMs == 0 ? 0 : status.dwCheckPoint + 1;
  SetServiceStatus(manager, &status);
}

/* Writes to the event log of applications. */
static void say(WORD level, const wchar_t *text) {
  HANDLE log = RegisterEventSourceW(NULL, kind->name);
  if (log == NULL) return;
  ReportEventW(log, level, 0, 1, NULL, 1, 0, &text, NULL);
  DeregisterEventSource(log);
}

static BOOL find_folders(void) {
  wchar_t programData[MAX_PATH], *end;
  if (GetModuleFileNameW(NULL, home, MAX_PATH) == 0 || (end = wcsrchr(home, L'\\')) == NULL) return FALSE;
  *end = 0;
  /* Not from the environment: a service's can differ. */
  if (FAILED(SHGetFolderPathW(NULL, CSIDL_COMMON_APPDATA, NULL, SHGFP_TYPE_CURRENT, programData))) return FALSE;
  swprintf(folder, MAX_PATH, L"%ls\\%ls", programData, kind->folder);
  return TRUE;
}

/* Creates the folder of data and settings, closed to all but the system, administrators and LOCAL SERVICE. */
static BOOL make_folder(void) {
  SECURITY_ATTRIBUTES access = {sizeof access, NULL, FALSE};
  BOOL made;
  if (!ConvertStringSecurityDescriptorToSecurityDescriptorW(L"D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1301bf;;;LS)", SDDL_REVISION_1,
                                                            &access.lpSecurityDescriptor, NULL))
    return FALSE;
  made = CreateDirectoryW(folder, &access);
  if (!made && GetLastError() == ERROR_ALREADY_EXISTS) made = TRUE;
  LocalFree(access.lpSecurityDescriptor);
  return made;
}

static void set_default(const wchar_t *name, const wchar_t *file) {
  wchar_t value[MAX_PATH];
  swprintf(value, MAX_PATH, L"%ls\\%ls", folder, file);
  SetEnvironmentVariableW(name, value);
}

/* Sets the variables that the program reads: defaults, then the lines of the settings. */
static void read_settings(void) {
  wchar_t path[MAX_PATH], name[MAX_PATH], value[MAX_WORDS];
  static char line[MAX_WORDS];
  FILE *file;
  SetEnvironmentVariableW(L"NODE_USE_SYSTEM_CA", L"1");
  set_default(L"NODE_COMPILE_CACHE", L"compiled");
  if (kind == &kinds[0]) {
    SetEnvironmentVariableW(L"LOG_ERRORS_TO_STDERR", L"true");
    set_default(L"DATA_DIR", L"data");
    set_default(L"MASTER_KEY_FILE", L"master.key");
  } else {
    SetEnvironmentVariableW(L"LATCHKEY_AGENT_FOLDER", folder);
  }
  swprintf(path, MAX_PATH, L"%ls\\settings", folder);
  if ((file = _wfopen(path, L"rb")) == NULL) {
    /* Editors add this ending. */
    swprintf(path, MAX_PATH, L"%ls\\settings.txt", folder);
    if ((file = _wfopen(path, L"rb")) == NULL) return;
  }
  while (fgets(line, sizeof line, file) != NULL) {
    char *start = line, *equals, *last;
    if (strncmp(start, "\xef\xbb\xbf", 3) == 0) start += 3;
    for (last = start + strlen(start); last > start && (last[-1] == '\r' || last[-1] == '\n' || last[-1] == ' '); last--) last[-1] = 0;
    if (*start == '#' || (equals = strchr(start, '=')) == NULL || equals == start) continue;
    *equals++ = 0;
    if (*equals == '"' && last - equals > 1 && last[-1] == '"') {
      equals++;
      last[-1] = 0;
    }
    if (MultiByteToWideChar(CP_UTF8, 0, start, -1, name, MAX_PATH) > 0 && MultiByteToWideChar(CP_UTF8, 0, equals, -1, value, MAX_WORDS) > 0)
      SetEnvironmentVariableW(name, value);
  }
  fclose(file);
}

/* Opens the file for what the program prints. A file of more than 10 MB becomes output.old.log. */
static HANDLE open_output(void) {
  wchar_t path[MAX_PATH], old[MAX_PATH];
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  WIN32_FILE_ATTRIBUTE_DATA found;
  swprintf(path, MAX_PATH, L"%ls\\output.log", folder);
  swprintf(old, MAX_PATH, L"%ls\\output.old.log", folder);
  if (GetFileAttributesExW(path, GetFileExInfoStandard, &found) &&
      (((LONGLONG)found.nFileSizeHigh << 32) | found.nFileSizeLow) > MAX_LOG_BYTES)
    MoveFileExW(path, old, MOVEFILE_REPLACE_EXISTING);
  return CreateFileW(path, FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &inherited, OPEN_ALWAYS,
                     FILE_ATTRIBUTE_NORMAL, NULL);
}

/* Starts Node with a line of arguments. It ends with this process, because it is in the job. */
static BOOL start_node(const wchar_t *arguments, HANDLE job, PROCESS_INFORMATION *process) {
  static wchar_t line[MAX_WORDS], words[MAX_WORDS];
  STARTUPINFOW startup = {0};
  HANDLE output = open_output();
  BOOL started;
  swprintf(words, MAX_WORDS, arguments, home);
  swprintf(line, MAX_WORDS, L"\"%ls\\node\\bin\\node.exe\" %ls", home, words);
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdOutput = startup.hStdError = output;
  /* A group of its own can be sent Ctrl-Break, which is how it is asked to end. */
  started = CreateProcessW(NULL, line, NULL, NULL, TRUE, CREATE_NEW_PROCESS_GROUP | CREATE_SUSPENDED, NULL, home, &startup, process);
  CloseHandle(output);
  if (!started) return FALSE;
  AssignProcessToJobObject(job, process->hProcess);
  ResumeThread(process->hThread);
  CloseHandle(process->hThread);
  return TRUE;
}

/* Asks the program to end, as SIGTERM does elsewhere, and ends it after 15 seconds. */
static void end_node(HANDLE process, DWORD id) {
  GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, id);
  for (int waited = 0; waited < 15 && WaitForSingleObject(process, 1000) == WAIT_TIMEOUT; waited++) report(SERVICE_STOP_PENDING, 5000, 0);
  if (WaitForSingleObject(process, 0) == WAIT_TIMEOUT) TerminateProcess(process, 1);
}

/* Waits until the program responds. Returns FALSE if it doesn't, or if the service is stopped meanwhile. */
static BOOL is_healthy(HANDLE job, DWORD id) {
  PROCESS_INFORMATION health;
  wchar_t number[16];
  DWORD code = 1;
  if (*kind->health == 0) return TRUE;
  swprintf(number, 16, L"%lu", id);
  SetEnvironmentVariableW(L"MAINPID", number);
  if (!start_node(kind->health, job, &health)) return FALSE;
  SetEnvironmentVariableW(L"MAINPID", NULL);
  while (WaitForSingleObject(health.hProcess, 1000) == WAIT_TIMEOUT) {
    report(SERVICE_START_PENDING, 10000, 0);
    if (WaitForSingleObject(stopping, 0) == WAIT_OBJECT_0) TerminateProcess(health.hProcess, 1);
  }
  GetExitCodeProcess(health.hProcess, &code);
  CloseHandle(health.hProcess);
  return code == 0;
}

static DWORD WINAPI on_control(DWORD control, DWORD type, void *data, void *context) {
  (void)type, (void)data, (void)context;
  if (control != SERVICE_CONTROL_STOP && control != SERVICE_CONTROL_SHUTDOWN) return control == SERVICE_CONTROL_INTERROGATE ? NO_ERROR : ERROR_CALL_NOT_IMPLEMENTED;
  report(SERVICE_STOP_PENDING, 20000, 0);
  SetEvent(stopping);
  return NO_ERROR;
}

/* Runs the program and starts it again whenever it ends, until the service is stopped or the settings are wrong. */
static DWORD keep_running(HANDLE job) {
  BOOL hasStarted = FALSE;
  for (;;) {
    PROCESS_INFORMATION node;
    HANDLE ends[2];
    DWORD code = 1;
    if (!start_node(kind->command, job, &node)) {
      say(EVENTLOG_ERROR_TYPE, L"node\\bin\\node.exe can't be started. Install Latchkey again.");
      return 1;
    }
    if (!hasStarted && !is_healthy(job, node.dwProcessId)) {
      if (WaitForSingleObject(node.hProcess, 0) == WAIT_TIMEOUT) end_node(node.hProcess, node.dwProcessId);
      else GetExitCodeProcess(node.hProcess, &code);
      CloseHandle(node.hProcess);
      if (WaitForSingleObject(stopping, 0) == WAIT_OBJECT_0) return 0;
      say(EVENTLOG_ERROR_TYPE, L"The service ended before it responded, or didn't respond in time. The reason is in output.log in the folder of its settings.");
      return code == 0 ? 1 : code;
    }
    if (!hasStarted) report(SERVICE_RUNNING, 0, 0);
    hasStarted = TRUE;
    ends[0] = stopping;
    ends[1] = node.hProcess;
    if (WaitForMultipleObjects(2, ends, FALSE, INFINITE) == WAIT_OBJECT_0) {
      end_node(node.hProcess, node.dwProcessId);
      CloseHandle(node.hProcess);
      return 0;
    }
    GetExitCodeProcess(node.hProcess, &code);
    CloseHandle(node.hProcess);
    if (code == WRONG_SETTINGS) {
      say(EVENTLOG_ERROR_TYPE, L"The settings are wrong, or the agent isn't enrolled. The reason is in output.log in the folder of its settings.");
      return code;
    }
    say(EVENTLOG_WARNING_TYPE, L"The program ended and is started again. The reason is in output.log in the folder of its settings.");
    if (WaitForSingleObject(stopping, kind->restartMs) == WAIT_OBJECT_0) return 0;
  }
}

static void WINAPI run_service(DWORD count, wchar_t **words) {
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
  HANDLE job = CreateJobObjectW(NULL, NULL);
  DWORD code;
  (void)count, (void)words;
  stopping = CreateEventW(NULL, TRUE, FALSE, NULL);
  manager = RegisterServiceCtrlHandlerExW(kind->name, on_control, NULL);
  report(SERVICE_START_PENDING, 10000, 0);
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  /* Ctrl-Break needs a console that both processes share. It has no window. */
  AllocConsole();
  if (!make_folder()) {
    say(EVENTLOG_ERROR_TYPE, L"The folder of its settings can't be created.");
    report(SERVICE_STOPPED, 0, 1);
    return;
  }
  read_settings();
  code = keep_running(job);
  /* Ends what the program left, before the service counts as stopped. */
  CloseHandle(job);
  report(SERVICE_STOPPED, 0, code);
}

static int fail(const wchar_t *task) {
  fwprintf(stderr, L"latchkey-service: can't %ls %ls: error %lu. Run this as an administrator.\n", task, kind->name, GetLastError());
  return 1;
}

static int install(void) {
  wchar_t line[2 * MAX_PATH];
  SERVICE_DESCRIPTIONW description;
  SC_HANDLE services = OpenSCManagerW(NULL, NULL, SC_MANAGER_CREATE_SERVICE), service;
  if (services == NULL || !make_folder()) return fail(L"install");
  swprintf(line, 2 * MAX_PATH, L"\"%ls\\latchkey-service.exe\" run %ls", home, kind->part);
  service = CreateServiceW(services, kind->name, kind->title, SERVICE_ALL_ACCESS, SERVICE_WIN32_OWN_PROCESS, SERVICE_AUTO_START,
                           SERVICE_ERROR_NORMAL, line, NULL, NULL, NULL, L"NT AUTHORITY\\LocalService", NULL);
  if (service == NULL) return fail(L"install");
  description.lpDescription = (wchar_t *)(kind == &kinds[0] ? L"Key-based access and management for FileMaker Server" : L"Latchkey's agent for the machine of FileMaker Server");
  ChangeServiceConfig2W(service, SERVICE_CONFIG_DESCRIPTION, &description);
  CloseServiceHandle(service);
  CloseServiceHandle(services);
  wprintf(L"Installed %ls. Write its settings to %ls\\settings, then run: sc start %ls\n", kind->name, folder, kind->name);
  return 0;
}

static int uninstall(void) {
  SERVICE_STATUS now;
  SC_HANDLE services = OpenSCManagerW(NULL, NULL, SC_MANAGER_CONNECT);
  SC_HANDLE service = services == NULL ? NULL : OpenServiceW(services, kind->name, SERVICE_STOP | SERVICE_QUERY_STATUS | DELETE);
  if (service == NULL) return fail(L"uninstall");
  ControlService(service, SERVICE_CONTROL_STOP, &now);
  for (int waited = 0; waited < 200 && QueryServiceStatus(service, &now) && now.dwCurrentState != SERVICE_STOPPED; waited++) Sleep(100);
  if (!DeleteService(service)) return fail(L"uninstall");
  CloseServiceHandle(service);
  CloseServiceHandle(services);
  wprintf(L"Uninstalled %ls. Its data stays in %ls.\n", kind->name, folder);
  return 0;
}

int wmain(int count, wchar_t **words) {
  for (int index = 0; count == 3 && index < 2; index++)
    if (wcscmp(words[2], kinds[index].part) == 0) kind = &kinds[index];
  if (kind != NULL && find_folders()) {
    SERVICE_TABLE_ENTRYW table[] = {{(wchar_t *)kind->name, run_service}, {NULL, NULL}};
    if (wcscmp(words[1], L"install") == 0) return install();
    if (wcscmp(words[1], L"uninstall") == 0) return uninstall();
    if (wcscmp(words[1], L"run") == 0) return StartServiceCtrlDispatcherW(table) ? 0 : fail(L"run");
  }
  fputws(L"Usage: latchkey-service install|uninstall|run service|agent\n", stderr);
  return 2;
}
