import type { RequirementList } from "./requirement.ts";

export const logs = {
  "logs:around:moment": {
    text: "What several logs say about a moment is read together, in the order of time.",
    source: "Promise, logs",
  },
  "logs:calls:console": {
    text: "The service log leaves out what the console only reads; what it changes, what it was refused and what others read is there.",
    source: "Promise, logs",
  },
  "logs:calls:key": {
    text: "The service log names the key of a call by its number and its label.",
    source: "Promise, logs",
  },
  "logs:calls:order": {
    text: "In the service log a call's status, error, key, label and path come first.",
    source: "Promise, logs",
  },
  "logs:clear:emptied": {
    text: "DELETE /server-info/logs/clear/{logFileName} empties the log file and does not delete it.",
    source: 'Specification, "Endpoints", server-info/logs/clear; Specification, "Resources", Log files',
  },
  "logs:console:away": {
    text: "Without an agent, or while the database server is stopped, the console shows the logs that there are, and says why the others are missing.",
    source: "Promise, console",
  },
  "logs:console:clear": {
    text: "The console clears a log after a question that names it and the server and says that the file stays, and goes on showing it.",
    source: "Promise, console",
  },
  "logs:console:clicks": {
    text: "From Home the last error in Event.log is two clicks away, and from a line everything around its time is.",
    source: "Promise, console",
  },
  "logs:console:download": {
    text: "From the console a log is taken along: whole, what the filters find of it, or the lines that were chosen.",
    source: "Promise, console",
  },
  "logs:console:follow": {
    text: "What is written appears in the console by itself; it stays at the end while it follows, and stops following when the user scrolls away.",
    source: "Promise, console",
  },
  "logs:console:keyboard": {
    text: "Logs are read by the keyboard alone: lines, errors, matches, search.",
    source: "Promise, console",
  },
  "logs:console:million": {
    text: "A log of a million lines is opened, scrolled and followed in the console, from its first line to its last.",
    source: "Promise, console",
  },
  "logs:console:moment": {
    text: "Wherever the console shows a time that is over, the time leads to what all logs say around it.",
    source: "Promise, console",
  },
  "logs:console:rows": {
    text: "Rows of a log in the console stand in aligned columns and leave the width to what is said, a log's name is shown whole, a time leads to its line, and a search says how many matches there are.",
    source: "Promise, console",
  },
  "logs:console:search": {
    text: "The console searches a log by text, pattern and level, keeps that in the address, and shows what was found among its neighbours.",
    source: "Promise, console",
  },
  "logs:console:viewer": {
    text: "The console has a log viewer: lines by number, each with its columns, the lines that belong to it and a link.",
    source: 'Specification, "What the service does", points 1 and 5',
  },
  "logs:cursor:survives": {
    text: "A place in a log survives its growth, and is said to be gone when the log was rotated or cleared.",
    source: "Reliability R9.1, fault N2",
  },
  "logs:debug:setting": {
    text: "The setting debugLogging switches svc-debug.log on and off while the service runs, and is kept over a restart.",
    source: "Promise, logs",
  },
  "logs:debug:switch": {
    text: "With LOG_DEBUG svc-debug.log describes every call by the names of its headers and parameters, and never by their values.",
    source: 'Specification, "Resources", Log files',
  },
  "logs:download:etag": {
    text: "A download answers HEAD and conditional calls, and its ETag changes when the log does.",
    source: "Promise, logs",
  },
  "logs:download:missing": {
    text: "A log file that does not exist is answered as not found.",
    source: 'Specification, "Errors", rule 3',
  },
  "logs:download:range": {
    text: "A part of a log file is downloaded with the header Range.",
    source: "Promise, logs",
  },
  "logs:download:raw": {
    text: "GET /server-info/logs/{fileName} downloads the raw contents of the log file.",
    source: 'Specification, "Endpoints", server-info/logs/{fileName}; Specification, "Resources", Log files',
  },
  "logs:download:server-stopped": {
    text: "A log file is downloaded while the database server does not run.",
    source: 'Specification, "Endpoints", server-info/logs/{fileName}',
  },
  "logs:follow:latest": {
    text: "A client that follows a log for its latest lines is not sent all that was written at once, only the last of it.",
    source: "Promise, logs",
  },
  "logs:follow:polling": {
    text: "A log is followed by asking for the lines since the last answer.",
    source: "Promise, logs",
  },
  "logs:follow:shared": {
    text: "A log is read once for all callers that follow it.",
    source: "Promise, logs",
  },
  "logs:follow:soon": {
    text: "Who follows a log sees a line a fraction of a second after it was written, and the agent is asked no more often for that.",
    source: "Promise, logs",
  },
  "logs:follow:stream": {
    text: "A log is followed as a stream of events, which goes on where it was broken off.",
    source: "Promise, logs",
  },
  "logs:lines:escaped": {
    text: "Lines are data: control characters are spelled out, long lines cut, invalid UTF-8 replaced, BOM and CR dropped.",
    source: "Reliability R9.4",
  },
  "logs:lines:jump": {
    text: "A line is reached by its number, without reading what stands before it once it was counted.",
    source: "Promise, logs",
  },
  "logs:lines:tail": {
    text: "The last lines of a log of any size are read without reading the rest.",
    source: "Promise, logs",
  },
  "logs:list:elsewhere": {
    text: "The Admin API's log and the debug logs of single processes are listed too, though they lie in folders of their own.",
    source: "Promise, logs",
  },
  "logs:list:host-away": {
    text: "While the database host is away, the service's own logs are listed, and why the others are missing is said.",
    source: "Promise, logs",
  },
  "logs:list:server": {
    text: "The list of log files names Event.log, Access.log, fmdapi.log and scriptEvent.log of the database server.",
    source: 'Specification, "Endpoints", server-info/logs; Specification, "Resources", Log files',
  },
  "logs:list:service": {
    text: "The list of log files names svc-info.log, svc-error.log, svc-receiver.log and svc-debug.log of the service, and app-info.log, app-error.log and app-debug.log of the programs that write there.",
    source: 'Specification, "Endpoints", server-info/logs; Specification, "Resources", Log files',
  },
  "logs:names:listed-only": {
    text: "Only a name from the list, letter by letter, reaches a log, and never through a link.",
    source: "Reliability R9.3",
  },
  "logs:records:columns": {
    text: "A record is shown by the columns of its log, its code explained, with the lines that belong to it.",
    source: "Promise, logs",
  },
  "logs:search:backwards": {
    text: "A search begins at the end, stops at the page's size, and goes on with a cursor.",
    source: "Reliability R9.1",
  },
  "logs:search:budget": {
    text: "A search stops after two seconds, and says that there may be more.",
    source: "Reliability R9.2",
  },
  "logs:search:bytes": {
    text: "A text is found in a log's bytes as fast whatever letters it has, and only where it stands.",
    source: "Promise, logs; Reliability R9.2",
  },
  "logs:search:counted": {
    text: "How many records a search finds is counted without sending them, in calls that end and go on with a cursor.",
    source: "Promise, logs",
  },
  "logs:search:filters": {
    text: "A search is narrowed by level and by what records must not hold.",
    source: "Promise, logs",
  },
  "logs:search:pattern": {
    text: "A regular expression of RE2 is searched for when asked; the text as it is otherwise.",
    source: "Reliability R9.2",
  },
  "logs:search:step": {
    text: "From any place of a log the next record that fits is found, and the one before, and the line that holds a place.",
    source: "Promise, logs",
  },
  "logs:search:time": {
    text: "A search is narrowed to a range of time.",
    source: "Promise, logs",
  },
} as const satisfies RequirementList;
