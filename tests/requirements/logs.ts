import type { RequirementList } from "./requirement.ts";

export const logs = {
  "logs:clear:emptied": {
    text: "DELETE /server-info/logs/clear/{logFileName} empties the log file and does not delete it.",
    source: 'Specification, "Endpoints", server-info/logs/clear; Specification, "Resources", Log files',
    planned: "logs",
  },
  "logs:console:viewer": {
    text: "The console has a log viewer.",
    source: 'Specification, "What the service does", points 1 and 5',
    planned: "logs",
  },
  "logs:download:missing": {
    text: "A log file that does not exist is answered as not found.",
    source: 'Specification, "Errors", rule 3',
    planned: "logs",
  },
  "logs:download:raw": {
    text: "GET /server-info/logs/{fileName} downloads the raw contents of the log file.",
    source: 'Specification, "Endpoints", server-info/logs/{fileName}; Specification, "Resources", Log files',
    planned: "logs",
  },
  "logs:download:server-stopped": {
    text: "A log file is downloaded while the database server does not run.",
    source: 'Specification, "Endpoints", server-info/logs/{fileName}',
    planned: "logs",
  },
  "logs:list:server": {
    text: "The list of log files names Event.log, Access.log, fmdapi.log and scriptEvent.log of the database server.",
    source: 'Specification, "Endpoints", server-info/logs; Specification, "Resources", Log files',
    planned: "logs",
  },
  "logs:list:service": {
    text: "The list of log files names svc-info.log, svc-error.log, svc-receiver.log and svc-debug.log of the service.",
    source: 'Specification, "Endpoints", server-info/logs; Specification, "Resources", Log files',
    planned: "logs",
  },
} as const satisfies RequirementList;
