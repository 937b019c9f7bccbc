import type { RequirementList } from "./requirement.ts";

export const logs = {
  "logs:around:moment": {
    text: "Entries of several logs around a given time are read together, in chronological order.",
    source: "Promise, logs",
  },
  "logs:calls:code": {
    text: "The service log has the FileMaker error of each failed proxied call, its meaning, and the time spent waiting and in FileMaker Server.",
    source: "Promise, logs",
  },
  "logs:calls:console": {
    text: "The service log omits the console's reads; its changes, its rejected requests, and other clients' reads are logged.",
    source: "Promise, logs",
  },
  "logs:calls:key": {
    text: "The service log names a request's key by its id and label.",
    source: "Promise, logs",
  },
  "logs:calls:key-refused": {
    text: "A rejected call of a known key is logged and counted for that key, also if the key isn't enabled for the API.",
    source: "Promise, logs",
  },
  "logs:calls:order": {
    text: "In the service log, a request's status, error, key, label, and path come first.",
    source: "Promise, logs",
  },
  "logs:clear:emptied": {
    text: "DELETE /server-info/logs/clear/{logFileName} empties the log file and does not delete it.",
    source: 'Specification, "Endpoints", server-info/logs/clear; Specification, "Resources", Log files',
  },
  "logs:console:all": {
    text: "The console searches all logs at once by time range, level and text; last night's errors are two clicks away from Home.",
    source: "Promise, console",
  },
  "logs:console:away": {
    text: "Without an agent, or while the database server is stopped, the console shows the available logs and says why the others are missing.",
    source: "Promise, console",
  },
  "logs:console:clear": {
    text: "The console clears a log after a confirmation that names the log and the server and says that the file stays, and continues to show it.",
    source: "Promise, console",
  },
  "logs:console:clicks": {
    text: "The last error in Event.log is two clicks away from the home page, and everything around its time is linked from its line.",
    source: "Promise, console",
  },
  "logs:console:download": {
    text: "The console downloads a log in full, the lines that match the filters, or the selected lines.",
    source: "Promise, console",
  },
  "logs:console:follow": {
    text: "New lines appear in the console automatically; the view stays at the end while it follows, and stops following when the user scrolls up.",
    source: "Promise, console",
  },
  "logs:console:keyboard": {
    text: "Logs can be read using only the keyboard: lines, errors, matches, search.",
    source: "Promise, console",
  },
  "logs:console:million": {
    text: "The console opens, scrolls, and follows a log of a million lines, from the first line to the last.",
    source: "Promise, console",
  },
  "logs:console:moment": {
    text: "Every past time in the console links to all log entries around it.",
    source: "Promise, console",
  },
  "logs:console:rows": {
    text: "Log rows in the console are aligned in columns and leave the width to the message, a log's name is shown in full, a time links to its line, and a search shows the number of matches.",
    source: "Promise, console",
  },
  "logs:console:search": {
    text: "The console searches a log by text, pattern, and level, keeps the search in the URL, and shows matches in context.",
    source: "Promise, console",
  },
  "logs:console:viewer": {
    text: "The console has a log viewer: numbered lines with columns, continuation lines, and a link.",
    source: 'Specification, "What the service does", points 1 and 5',
  },
  "logs:cursor:survives": {
    text: "A position in a log stays valid while the log grows, and is reported as gone after the log was rotated or cleared.",
    source: "Reliability R9.1, fault N2",
  },
  "logs:debug:setting": {
    text: "The setting debugLogging turns svc-debug.log on and off while the service runs, and persists over a restart.",
    source: "Promise, logs",
  },
  "logs:debug:switch": {
    text: "With LOG_DEBUG, svc-debug.log describes every request by the names of its headers and parameters, never by their values.",
    source: 'Specification, "Resources", Log files',
  },
  "logs:download:bucket": {
    text: "On AWS, a log of more than 512 KB is downloaded from the bucket, with the bytes that it had when the download began.",
    source: "Promise, logs",
  },
  "logs:download:etag": {
    text: "A download supports HEAD and conditional requests, and its ETag changes when the log does.",
    source: "Promise, logs",
  },
  "logs:download:missing": {
    text: "A missing log file returns 404.",
    source: 'Specification, "Errors", rule 3',
  },
  "logs:download:range": {
    text: "The Range header downloads a part of a log file.",
    source: "Promise, logs",
  },
  "logs:download:raw": {
    text: "GET /server-info/logs/{fileName} downloads the raw content of the log file.",
    source: 'Specification, "Endpoints", server-info/logs/{fileName}; Specification, "Resources", Log files',
  },
  "logs:download:server-stopped": {
    text: "A log file can be downloaded while the database server is stopped.",
    source: 'Specification, "Endpoints", server-info/logs/{fileName}',
  },
  "logs:follow:latest": {
    text: "A client that follows a log for its latest lines gets only the last part of a burst, not all of it.",
    source: "Promise, logs",
  },
  "logs:follow:polling": {
    text: "A log can be followed by requesting the lines since the last response.",
    source: "Promise, logs",
  },
  "logs:follow:shared": {
    text: "A log is read once for all callers that follow it.",
    source: "Promise, logs",
  },
  "logs:follow:soon": {
    text: "A client that follows a log sees a line within a fraction of a second after it was written, without more requests to the agent.",
    source: "Promise, logs",
  },
  "logs:follow:stream": {
    text: "A log can be followed as an event stream, which resumes where it was interrupted.",
    source: "Promise, logs",
  },
  "logs:lines:escaped": {
    text: "Lines are data: control characters are escaped, long lines truncated, invalid UTF-8 replaced, BOM and CR removed.",
    source: "Reliability R9.4",
  },
  "logs:lines:jump": {
    text: "A line can be reached by its number without reading the earlier lines again once they were counted.",
    source: "Promise, logs",
  },
  "logs:lines:tail": {
    text: "The last lines of a log of any size are read without reading the rest.",
    source: "Promise, logs",
  },
  "logs:list:elsewhere": {
    text: "The Admin API's log and the debug logs of individual processes are listed too, even though they are in other folders.",
    source: "Promise, logs",
  },
  "logs:list:host-away": {
    text: "While the database host is offline, the service's own logs are listed, with the reason why the others are missing.",
    source: "Promise, logs",
  },
  "logs:list:server": {
    text: "The list of log files names Event.log, Access.log, fmdapi.log and scriptEvent.log of the database server.",
    source: 'Specification, "Endpoints", server-info/logs; Specification, "Resources", Log files',
  },
  "logs:list:service": {
    text: "The list of log files names svc-info.log, svc-error.log, svc-receiver.log, and svc-debug.log of the service, and app-info.log, app-error.log, and app-debug.log of the programs that write there.",
    source: 'Specification, "Endpoints", server-info/logs; Specification, "Resources", Log files',
  },
  "logs:names:listed-only": {
    text: "Only an exact name from the list opens a log, and never through a link.",
    source: "Reliability R9.3",
  },
  "logs:names:otto": {
    text: "The service logs have the names of OttoFMS under its address.",
    source: "Promise, compatibility",
  },
  "logs:records:columns": {
    text: "A record is shown with the columns of its log, an explanation of its code, and its continuation lines.",
    source: "Promise, logs",
  },
  "logs:search:all": {
    text: "All logs are searched at once: GET /logs/search returns matching records of every log by time, newest first, page by page, and names logs that couldn't be read.",
    source: "Promise, logs",
  },
  "logs:search:backwards": {
    text: "A search starts at the end, stops at the page size, and continues with a cursor.",
    source: "Reliability R9.1",
  },
  "logs:search:budget": {
    text: "A search stops after two seconds, and says that there may be more.",
    source: "Reliability R9.2",
  },
  "logs:search:bytes": {
    text: "Text is searched in a log's bytes at the same speed for all characters, and found only where it occurs.",
    source: "Promise, logs; Reliability R9.2",
  },
  "logs:search:counted": {
    text: "The matches of a search can be counted without returning them, in bounded requests that continue with a cursor.",
    source: "Promise, logs",
  },
  "logs:search:filters": {
    text: "A search can be filtered by level and by excluded text.",
    source: "Promise, logs",
  },
  "logs:search:pattern": {
    text: "On request, a search uses an RE2 regular expression; otherwise it matches the text literally.",
    source: "Reliability R9.2",
  },
  "logs:search:step": {
    text: "From any position in a log, the next and previous matching records and the line at that position can be found.",
    source: "Promise, logs",
  },
  "logs:search:time": {
    text: "A search can be limited to a time range.",
    source: "Promise, logs",
  },
} as const satisfies RequirementList;
