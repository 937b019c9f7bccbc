import type { RequirementList } from "./requirement.ts";

export const system = {
  "system:address:api-gateway": {
    text: "On AWS the client's address is the one that API Gateway saw.",
    source: "Security L2",
    planned: "system",
  },
  "system:app-log:levels": {
    text: "A line of a program goes into the application log of its level, as one line; debug lines only with DEBUG_APP_LOG.",
    source: "Promise, settings; reference, POST /svc/api/app-log",
  },
  "system:app-log:token": {
    text: "The application log takes lines from those who have its newest token, and from nobody else.",
    source: "Promise, settings; reference, POST /svc/api/app-log",
  },
  "system:callouts:kept": {
    text: "Calls in turn to one server go over one connection; each is checked anew where its name leads, and a connection of before is not used for another address.",
    source: "Reliability O1, O2",
  },
  "system:callouts:modules": {
    text: "Modules that can open a connection are few and listed, and every server that an administrator names is called by those that check its address.",
    source: "Security O1; Security O2",
  },
  "system:callouts:prevented": {
    text: "With PREVENT_DAPI_CALLOUT nothing that leaves is called, on whichever way.",
    source: "Reliability O3",
  },
  "system:callouts:refused": {
    text: "This machine, private networks that are not listed and metadata services get not a byte, on whichever way and in whichever spelling.",
    source: "Reliability O1, O2",
  },
  "system:console:accessible": {
    text: "Every page, dialog and menu of the console meets WCAG 2.2 AA as far as axe can tell, in light and dark and in any theme colour.",
    source: "Promise, console",
  },
  "system:console:app-log": {
    text: "The token of the application log is made, copied and replaced on the console's settings page, and never shown as a whole.",
    source: "Promise, console",
  },
  "system:console:appearance": {
    text: "Nickname, environment tag and theme colour are set on the console's settings page and shown everywhere.",
    source: "Promise, console",
  },
  "system:console:audit": {
    text: "The console shows the audit trail, filtered by who, to what and how it ended.",
    source: "Promise, console",
  },
  "system:console:audit-names": {
    text: "The console's audit trail stands in order of time, names keys by their labels and people by their accounts, leads to what has a page, counts what belongs together, and shows no id alone.",
    source: "Promise, console",
  },
  "system:console:bad-day": {
    text: "On a bad day the cause is named within two clicks from Home, and mended within five.",
    source: "Promise, console",
  },
  "system:console:broken-details": {
    text: "The details that are copied from a part of the console that broke have the page, the version, the time, the browser and where in the program it was.",
    source: "Promise, console",
  },
  "system:console:build": {
    text: "The start builds the console beside the running service when it is missing or older than its sources, and what was built before is served until then.",
    source: "Promise, console",
  },
  "system:console:clock": {
    text: "What the console says of time, such as how long ago, how long still and how long so far, goes by the service's clock, whatever the browser's says.",
    source: "Promise, console",
  },
  "system:console:columns": {
    text: "The columns of the console's tables are chosen: the address has the choice, the browser remembers it, and the column that names a row, the order and the filters stay.",
    source: "Promise, console",
  },
  "system:console:curl": {
    text: "Every page of the console copies what it has read as curl commands that work when they are pasted, and dialogs what they would ask for; in the place of each secret is a variable.",
    source: "Promise, console",
  },
  "system:console:files": {
    text: "The console is served under the prefix: hashed files cached without limit, the page asked for each time, no name out of its folder.",
    source: "Promise, console",
  },
  "system:console:firefox": {
    text: "The console works in Firefox: a user signs in, makes a key, and reaches the last line of a log of a million lines.",
    source: "Promise, console",
  },
  "system:console:first-minute": {
    text: "Home knows the server's name and version as soon as it was opened once, and leads a newcomer through three steps: a key, a call, an Admin API key.",
    source: "Promise, console",
  },
  "system:console:home": {
    text: "The console's first page says in one sentence how things stand, and looks at the prerequisites live.",
    source: "Promise, console",
  },
  "system:console:keyboard": {
    text: "Two letters lead to every page of the console, one does what a page is for, and a user who does not want single letters switches them off.",
    source: "Promise, console",
  },
  "system:console:layout": {
    text: "On a desk, on a phone and at 400 % zoom no page or dialog of the console scrolls sideways, cuts text off, lays one thing to press over another, has one below 24 px, or hides a dialog's buttons.",
    source: "Promise, console",
  },
  "system:console:live": {
    text: "What changes on the service appears in the console without a reload: by an event stream, or by asking every 5 seconds where streams do not get through. The frame says which.",
    source: "Promise, console",
  },
  "system:console:policy": {
    text: "The console runs under a policy that lets nothing in from elsewhere, and never breaks it.",
    source: "Promise, console; Security S3",
  },
  "system:console:replaced": {
    text: "A console that is replaced under an open page loads itself anew at the same address, once; where something is not saved it asks first, and where that does not help it says what does.",
    source: "Promise, console",
  },
  "system:console:retention": {
    text: "The console's settings say for how many days processes, the audit trail and deleted files are kept, and which setting of the installation changes it.",
    source: "Promise, console",
  },
  "system:console:search": {
    text: "Search takes every letter from its shortcut on, leads to pages, files, keys, clients, processes, requests and error numbers by name or id, and does what is named.",
    source: "Promise, console",
  },
  "system:console:select-all": {
    text: "Select all in the console means all: it says how many of them are drawn, chooses every row that fits the filter, read or not, and what is done with them reaches every one.",
    source: "Promise, console",
  },
  "system:console:sizes": {
    text: "What a browser loads of the console stays within its limits.",
    source: "Promise, console",
  },
  "system:console:states": {
    text: "The console says what has become of it: too many attempts, a session that is over, a server or service that does not answer; it keeps what was typed and read.",
    source: "Promise, console",
  },
  "system:console:still": {
    text: "New rows of the console's lists wait until a user who is further down asks for them, or is back at the top.",
    source: "Promise, console",
  },
  "system:console:tables": {
    text: "Bars and heads of the console's tables stay in sight while rows scroll, what is done with a row is reached however wide the row is, newest rows come first, and one that comes is marked.",
    source: "Promise, console",
  },
  "system:console:theme": {
    text: "The theme colour is shown exactly, and whatever it is, everything drawn from it stays readable in light and dark.",
    source: "Promise, console",
  },
  "system:console:which-server": {
    text: "On every page of the console, wide or on a phone, the server's name and its tag are visible, and both begin the title of the tab.",
    source: "Promise, console",
  },
  "system:docs:console": {
    text: "The guide to the console shows every page in pictures that are taken of it, and lists every key that it knows.",
    source: "Promise, documentation",
  },
  "system:docs:errors": {
    text: "Every error of the catalogue has an anchor of its name in the documentation, and every operation links to its errors there.",
    source: "Promise, documentation",
  },
  "system:docs:examples": {
    text: "Every operation's example, sent to a running service, gets the answer that the description promises.",
    source: "Promise, documentation",
  },
  "system:docs:fields": {
    text: "Every operation says what each of its fields means.",
    source: "Promise, documentation",
  },
  "system:docs:guides": {
    text: "The calls in the guides do what the guides say.",
    source: "Promise, documentation",
  },
  "system:docs:links": {
    text: "Every link between pages leads to a page and a heading that are there, and the README names every guide.",
    source: "Promise, documentation",
  },
  "system:docs:openapi": {
    text: "The description is valid OpenAPI 3.1 and is what the contracts say.",
    source: "Promise, documentation",
  },
  "system:docs:page": {
    text: "The documentation at /svc/apidoc/ shows every operation, works with the keyboard, in light and dark, and loads nothing from elsewhere.",
    source: "Promise, documentation",
  },
  "system:docs:samples": {
    text: "The samples for curl and TypeScript of every operation do what they show.",
    source: "Promise, documentation",
  },
  "system:health:healthz": {
    text: "/svc/healthz answers 200 while the process runs, without asking the store or FileMaker Server.",
    source: "Promise, health",
  },
  "system:health:parts": {
    text: "/svc/readyz knows an agent that is away and a disk that is full, and the prerequisites and the console's first page agree with it.",
    source: "Promise, health",
  },
  "system:health:readyz": {
    text: "/svc/readyz answers 200 with a field for each part as long as the service itself can answer, 503 when its store cannot, and with ?strict 503 as soon as any part is not well.",
    source: "Promise, health",
  },
  "system:host:same": {
    text: "The service runs on the host of the database server.",
    source: 'Specification, "What the service does", point 1',
    planned: "system",
  },
  "system:info:appearance": {
    text: "The service information carries the environment tag, its colour and the nickname, which the host name replaces when they are kept in step.",
    source: "Promise, service information",
  },
  "system:info:envelope": {
    text: "GET /svc/api/info answers with the envelope.",
    source: 'Specification, "Endpoints", GET /svc/api/info',
  },
  "system:info:server": {
    text: "The service information tells FileMaker Server's version, id, name and whether it runs, without wearing the server out.",
    source: "Promise, service information",
  },
  "system:info:theme-color": {
    text: "themeColor in the service information is the custom colour exactly as it was entered.",
    source: 'Specification, "Endpoints", GET /svc/api/info',
  },
  "system:info:unknown": {
    text: "The service information needs no credential, and what is not known of FileMaker Server is empty in it.",
    source: "Promise, service information",
  },
  "system:prerequisites:account": {
    text: "Data API Keys presuppose an account that the files take, with a privilege set that allows the Data API.",
    source: 'Specification, "What the service does", point 6',
  },
  "system:prerequisites:admin-account": {
    text: "Making an Admin API Key presupposes a running service and an Admin Console account.",
    source: 'Specification, "What the service does", point 7',
  },
  "system:prerequisites:certificate": {
    text: "The check of prerequisites says whether FileMaker Server's certificate is trusted, fits its name, and lasts.",
    source: "Promise, prerequisites",
  },
  "system:prerequisites:clock": {
    text: "The check of prerequisites says whether FileMaker Server's clock agrees with the service's.",
    source: "Promise, prerequisites",
  },
  "system:prerequisites:data-api": {
    text: "A Data API Key presupposes that the Data API is enabled on the server.",
    source: 'Specification, "What the service does", point 6',
  },
  "system:prerequisites:hosted": {
    text: "Data API Keys presuppose that their files are hosted on the server, and open.",
    source: 'Specification, "What the service does", point 6',
  },
  "system:prerequisites:key": {
    text: "The check of prerequisites says whether a key opens the files that it is asked about, and whether it may be used for OData.",
    source: "Promise, prerequisites",
  },
  "system:prerequisites:limited": {
    text: "Accounts that the check of prerequisites tries count in the limits on guessing.",
    source: "Security L1",
  },
  "system:prerequisites:odata": {
    text: "The check of prerequisites says whether OData is enabled and the account may use it; a key for the Data API works without.",
    source: "Promise, prerequisites",
  },
  "system:prerequisites:remedies": {
    text: "Every point that is not well says what to do about it.",
    source: "Promise, prerequisites",
  },
  "system:prerequisites:server-version": {
    text: "Data API Keys presuppose a database server of version 19.6 or later.",
    source: 'Specification, "What the service does", point 1',
  },
  "system:reach:addresses": {
    text: "Calls to other servers go to public addresses, to listed private networks, and never to loopback or a cloud's metadata address.",
    source: "Security O1, O2",
  },
  "system:reach:bounded": {
    text: "Asking another server sends one call, follows nothing, and reaches no address that is not allowed.",
    source: "Security O1 to O3",
  },
  "system:reach:other-server": {
    text: "The service answers whether it can reach another server.",
    source: 'Specification, "Endpoints", notes, other operations',
  },
  "system:redirect:console": {
    text: "The prefix alone, the addresses of the reference's console, and those of a build or a deployment lead to the console.",
    source: "Promise, system",
  },
  "system:redirect:filemaker": {
    text: "A redirect leads a browser to the fmp:// address that opens a file, runs a script and sets its variables from the query.",
    source: "Promise, system",
  },
  "system:restart:again": {
    text: "A restart is answered, lets calls under way finish, and starts the same program again under its process id; a signal meanwhile ends it.",
    source: "Promise, system; reference, POST /svc/api/restart",
  },
  "system:restart:refused": {
    text: "A restart is for administrators, stands in the audit trail, and says so where the service cannot restart itself.",
    source: "Promise, system; reference, POST /svc/api/restart",
  },
  "system:server-down:agree": {
    text: 'Whatever part of FileMaker Server is down, the service information, readyz, the prerequisites and the errors of calls agree on which it is, and say "not known" of what could not be asked.',
    source: "Promise, prerequisites; FileMaker Server reference A.10",
  },
  "system:server-down:console": {
    text: "The console's banner, first page and server card name the part of FileMaker Server that is down, and nothing that is not known to be wrong.",
    source: "Promise, console",
  },
  "system:server-preferences:read": {
    text: "An administrator reads the folders that FileMaker Server says it uses, and its id, under the reference's names.",
    source: "Promise, settings; reference, GET /svc/api/settings/serverPrefs",
  },
  "system:settings:app-log-token": {
    text: "The token for the application log is made on demand, replaces the one before, and is stored sealed.",
    source: "Promise, settings",
  },
  "system:settings:change": {
    text: "A change of settings changes what it names, at once and for good.",
    source: "Promise, settings",
  },
  "system:settings:colors": {
    text: "A color is a CSS color: text that could end a style sheet or load something is refused.",
    source: "Promise, settings",
  },
  "system:settings:defaults": {
    text: "Settings that nobody changed have the defaults of the reference.",
    source: "Promise, settings",
  },
  "system:settings:stale": {
    text: "A change that names an old version of the settings is refused with 412.",
    source: "Promise, settings",
  },
  "system:settings:validated": {
    text: "Settings are validated as a whole, for administrators only.",
    source: "Promise, settings",
  },
  "system:status:console": {
    text: "The console's settings switch the status page on and off and choose what it shows; who may not change it reads it. Panel and page work by keyboard and meet WCAG 2.2 AA, light and dark.",
    source: "Promise, console",
  },
  "system:status:held": {
    text: "A view of the status page asks neither the store nor FileMaker Server: what it shows is looked at once in 15 seconds, by one process for all.",
    source: 'Specification, "Status page"',
  },
  "system:status:off": {
    text: "The status page is off until an administrator switches it on, and nothing is at its paths then.",
    source: 'Specification, "Status page"',
  },
  "system:status:shows": {
    text: "The status page shows, without a sign-in, which of the chosen files are open, what is planned and the last incident, as a page and as JSON, and no other name.",
    source: 'Specification, "Status page"',
  },
  "system:version:three-parts": {
    text: "The service's release number has three parts: major, minor and patch.",
    source: 'Specification, "Versioning", rule 1',
  },
} as const satisfies RequirementList;
