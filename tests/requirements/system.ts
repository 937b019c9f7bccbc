import type { RequirementList } from "./requirement.ts";

export const system = {
  "system:address:api-gateway": {
    text: "On AWS, the client's address is the one that API Gateway saw.",
    source: "Security L2",
    planned: "system",
  },
  "system:app-log:levels": {
    text: "A program's log line goes to the application log of its level, as one line; debug lines only with DEBUG_APP_LOG.",
    source: "Promise, settings; reference, POST /svc/api/app-log",
  },
  "system:app-log:token": {
    text: "The application log accepts lines only with its latest token.",
    source: "Promise, settings; reference, POST /svc/api/app-log",
  },
  "system:callouts:kept": {
    text: "Successive requests to one server use one connection; each request checks the name's address again, and an earlier connection isn't used for another address.",
    source: "Reliability O1, O2",
  },
  "system:callouts:modules": {
    text: "The modules that can open a connection are few and listed, and every server that an administrator names is called through those that check its address.",
    source: "Security O1; Security O2",
  },
  "system:callouts:prevented": {
    text: "With PREVENT_DAPI_CALLOUT, no outgoing request is made in any way.",
    source: "Reliability O3",
  },
  "system:callouts:refused": {
    text: "This machine, unlisted private networks, and metadata services never receive a byte, in any way and in any notation.",
    source: "Reliability O1, O2",
  },
  "system:console:accessible": {
    text: "Every page, dialog, and menu of the console meets WCAG 2.2 AA as far as axe can tell, in light and dark mode and with any theme color.",
    source: "Promise, console",
  },
  "system:console:app-log": {
    text: "The application log's token is created, copied, and replaced on the console's settings page, and never shown in full.",
    source: "Promise, console",
  },
  "system:console:appearance": {
    text: "Nickname, environment tag, and theme color are set on the console's settings page and shown everywhere.",
    source: "Promise, console",
  },
  "system:console:audit": {
    text: "The console shows the audit trail, filtered by actor, object, and outcome.",
    source: "Promise, console",
  },
  "system:console:audit-names": {
    text: "The console's audit trail is in chronological order, shows keys by label and users by account, links to pages, groups related entries, and never shows an id alone.",
    source: "Promise, console",
  },
  "system:console:bad-day": {
    text: "On a bad day, the cause is visible within two clicks from the home page, and fixed within five.",
    source: "Promise, console",
  },
  "system:console:broken-details": {
    text: "The copied details of a crashed part of the console include the page, the version, the time, the browser, and the location in the program.",
    source: "Promise, console",
  },
  "system:console:build": {
    text: "Startup builds the console next to the running service if it is missing or older than its sources, and the previous build is served until then.",
    source: "Promise, console",
  },
  "system:console:clock": {
    text: "Relative times in the console, such as ages, remaining times, and durations, use the service's clock, even if the browser's is wrong.",
    source: "Promise, console",
  },
  "system:console:columns": {
    text: "The columns of the console's tables can be chosen: the URL contains the choice, the browser remembers it, and the name column, the order, and the filters stay.",
    source: "Promise, console",
  },
  "system:console:curl": {
    text: "Every page of the console copies its requests as curl commands that work when pasted, and dialogs copy the request they would send; each secret is replaced by a variable.",
    source: "Promise, console",
  },
  "system:console:files": {
    text: "The console is served below the prefix: hashed files are cached without limit, the page is revalidated each time, and no name leads out of its folder.",
    source: "Promise, console",
  },
  "system:console:firefox": {
    text: "The console works in Firefox: a user signs in, creates a key, and reaches the last line of a log of a million lines.",
    source: "Promise, console",
  },
  "system:console:first-minute": {
    text: "The home page shows the server's name and version after it was opened once, and guides a new user through three steps: a key, a request, an Admin API key.",
    source: "Promise, console",
  },
  "system:console:home": {
    text: "The console's home page summarizes the state in one sentence, and checks the prerequisites live.",
    source: "Promise, console",
  },
  "system:console:keyboard": {
    text: "Two-letter shortcuts lead to every page of the console, one letter starts a page's main action, and users can turn off single-letter shortcuts.",
    source: "Promise, console",
  },
  "system:console:layout": {
    text: "On a desktop, on a phone, and at 400% zoom, no page or dialog of the console scrolls sideways, cuts off text, overlaps controls, has controls below 24 px, or hides a dialog's buttons.",
    source: "Promise, console",
  },
  "system:console:live": {
    text: "Changes on the service appear in the console without a reload: through an event stream, or by polling every 5 seconds if streams don't get through. The frame says which.",
    source: "Promise, console",
  },
  "system:console:policy": {
    text: "The console runs under a content security policy that allows nothing from elsewhere, and never violates it.",
    source: "Promise, console; Security S3",
  },
  "system:console:replaced": {
    text: "If the console is updated under an open page, the page reloads once at the same URL; if something isn't saved, it asks first, and if reloading doesn't help, it says what does.",
    source: "Promise, console",
  },
  "system:console:retention": {
    text: "The console's settings show for how many days processes, the audit trail, and deleted files are kept, and which installation setting changes it.",
    source: "Promise, console",
  },
  "system:console:search": {
    text: "Search accepts every letter after its shortcut, finds pages, files, keys, clients, processes, requests, and error numbers by name or id, and runs actions.",
    source: "Promise, console",
  },
  "system:console:search-words": {
    text: "The search of the console knows verbs, synonyms, settings and error numbers: each of 35 phrases finds what it means first.",
    source: "Promise, console",
  },
  "system:console:select-all": {
    text: "Select all in the console selects everything: it says how many rows are rendered, selects every row that matches the filter, loaded or not, and actions apply to all of them.",
    source: "Promise, console",
  },
  "system:console:sizes": {
    text: "The download size of the console stays within its limits.",
    source: "Promise, console",
  },
  "system:console:states": {
    text: "The console explains problems: too many attempts, an expired session, an unavailable server or service; it keeps input and loaded data.",
    source: "Promise, console",
  },
  "system:console:still": {
    text: "New rows in the console's lists wait until a user who has scrolled down asks for them or returns to the top.",
    source: "Promise, console",
  },
  "system:console:tables": {
    text: "Bars and headers of the console's tables stay visible while rows scroll, row actions can be reached at any width, newest rows come first, and new ones are marked.",
    source: "Promise, console",
  },
  "system:console:theme": {
    text: "The theme color is shown exactly, and for any color, everything derived from it is readable in light and dark mode.",
    source: "Promise, console",
  },
  "system:console:which-server": {
    text: "On every page of the console, wide or on a phone, the server's name and tag are visible, and both start the tab title.",
    source: "Promise, console",
  },
  "system:docs:console": {
    text: "The console guide shows every page in screenshots of it, and lists every keyboard shortcut.",
    source: "Promise, documentation",
  },
  "system:docs:errors": {
    text: "Every error in the catalog has an anchor with its name in the documentation, and every operation links to its errors there.",
    source: "Promise, documentation",
  },
  "system:docs:examples": {
    text: "Every operation's example, sent to a running service, gets the documented response.",
    source: "Promise, documentation",
  },
  "system:docs:fields": {
    text: "Every operation describes each of its fields.",
    source: "Promise, documentation",
  },
  "system:docs:guides": {
    text: "The requests in the guides work as described.",
    source: "Promise, documentation",
  },
  "system:docs:links": {
    text: "Every link between pages leads to an existing page and heading, and the README names every guide.",
    source: "Promise, documentation",
  },
  "system:docs:openapi": {
    text: "The description is valid OpenAPI 3.1 and matches the contracts.",
    source: "Promise, documentation",
  },
  "system:docs:page": {
    text: "The documentation at /svc/apidoc/ shows every operation, works with the keyboard, in light and dark mode, and loads nothing from elsewhere.",
    source: "Promise, documentation",
  },
  "system:docs:samples": {
    text: "The curl and TypeScript samples of every operation work as shown.",
    source: "Promise, documentation",
  },
  "system:docs:security-txt": {
    text: "`/.well-known/security.txt` lists where people report vulnerabilities of an installation (RFC 9116), if SECURITY_CONTACTS is set.",
    source: "Promise, RFC 9116",
  },
  "system:health:healthz": {
    text: "/svc/healthz returns 200 while the process runs, without querying the store or FileMaker Server.",
    source: "Promise, health",
  },
  "system:health:parts": {
    text: "/svc/readyz reports an offline agent and a full disk, and the prerequisites and the console's home page agree with it.",
    source: "Promise, health",
  },
  "system:health:readyz": {
    text: "/svc/readyz returns 200 with a field for each component while the service itself can respond, 503 if its store can't, and with ?strict 503 as soon as any component has a problem.",
    source: "Promise, health",
  },
  "system:host:same": {
    text: "The service can run on the host of the database server.",
    source: 'Specification, "What the service does", point 1',
    planned: "system",
  },
  "system:info:appearance": {
    text: "The service information includes the environment tag, its color, and the nickname, which the host name replaces if they are kept in sync.",
    source: "Promise, service information",
  },
  "system:info:envelope": {
    text: "GET /svc/api/info responds with the envelope.",
    source: 'Specification, "Endpoints", GET /svc/api/info',
  },
  "system:info:server": {
    text: "The service information includes FileMaker Server's version, id, name, and state, without overloading the server.",
    source: "Promise, service information",
  },
  "system:info:theme-color": {
    text: "themeColor in the service information is the custom color exactly as it was entered.",
    source: 'Specification, "Endpoints", GET /svc/api/info',
  },
  "system:info:unknown": {
    text: "The service information needs no credential, and unknown values of FileMaker Server are empty.",
    source: "Promise, service information",
  },
  "system:prerequisites:account": {
    text: "Data API Keys require an account that the files accept, with a privilege set that allows the Data API.",
    source: 'Specification, "What the service does", point 6',
  },
  "system:prerequisites:admin-account": {
    text: "Creating an Admin API Key requires a running service and an Admin Console account.",
    source: 'Specification, "What the service does", point 7',
  },
  "system:prerequisites:certificate": {
    text: "The prerequisites check reports if FileMaker Server's certificate is trusted, matches its name, and isn't about to expire.",
    source: "Promise, prerequisites",
  },
  "system:prerequisites:clock": {
    text: "The prerequisites check reports if FileMaker Server's clock agrees with the service's.",
    source: "Promise, prerequisites",
  },
  "system:prerequisites:data-api": {
    text: "A Data API Key requires that the Data API is enabled on the server.",
    source: 'Specification, "What the service does", point 6',
  },
  "system:prerequisites:hosted": {
    text: "Data API Keys require that their files are hosted on the server and open.",
    source: 'Specification, "What the service does", point 6',
  },
  "system:prerequisites:key": {
    text: "The prerequisites check reports if a key opens the specified files, and if it can be used for OData.",
    source: "Promise, prerequisites",
  },
  "system:prerequisites:limited": {
    text: "Accounts that the prerequisites check tests count toward the guessing limits.",
    source: "Security L1",
  },
  "system:prerequisites:odata": {
    text: "The prerequisites check reports if OData is enabled and the account can use it; a Data API key works without it.",
    source: "Promise, prerequisites",
  },
  "system:prerequisites:remedies": {
    text: "Every check that fails says what to do about it.",
    source: "Promise, prerequisites",
  },
  "system:prerequisites:server-version": {
    text: "Data API Keys require a database server of version 19.6 or later.",
    source: 'Specification, "What the service does", point 1',
  },
  "system:reach:addresses": {
    text: "Requests to other servers go to public addresses or listed private networks, never to loopback or a cloud's metadata address.",
    source: "Security O1, O2",
  },
  "system:reach:bounded": {
    text: "Checking another server sends one request, follows no redirects, and reaches no address that isn't allowed.",
    source: "Security O1 to O3",
  },
  "system:reach:other-server": {
    text: "The service reports if it can reach another server.",
    source: 'Specification, "Endpoints", notes, other operations',
  },
  "system:redirect:console": {
    text: "The prefix alone, the URLs of the reference's console, and those of a build or deployment redirect to the console.",
    source: "Promise, system",
  },
  "system:redirect:filemaker": {
    text: "A redirect sends a browser to the fmp:// URL that opens a file, runs a script, and sets its variables from the query.",
    source: "Promise, system",
  },
  "system:restart:again": {
    text: "A restart request gets a response, lets running requests finish, and starts the same program again under its process id; a signal meanwhile ends it.",
    source: "Promise, system; reference, POST /svc/api/restart",
  },
  "system:restart:refused": {
    text: "Restarting requires an administrator, is in the audit trail, and fails with a message if the service can't restart itself.",
    source: "Promise, system; reference, POST /svc/api/restart",
  },
  "system:server-down:administrator": {
    text: "GET /info/server has the current state of each component for administrators, at most two seconds old, also without a stored Admin API key. All callers share one check.",
    source: "Promise, console",
  },
  "system:server-down:agree": {
    text: "For any FileMaker Server component that is down, the service information, readyz, the prerequisites, and request errors agree on which it is, and report components that couldn't be checked as unknown.",
    source: "Promise, prerequisites; FileMaker Server reference A.10",
  },
  "system:server-down:console": {
    text: "The console's banner, home page, and server card name the FileMaker Server component that is down, and nothing that isn't known to have a problem.",
    source: "Promise, console",
  },
  "system:server-down:every-page": {
    text: "At most five seconds after the Database Server has stopped, every open page of the console says so and offers to start it, also without a stored Admin API key.",
    source: "Promise, console",
  },
  "system:server-preferences:read": {
    text: "An administrator can read the folders that FileMaker Server says it uses, and its id, under the reference's names.",
    source: "Promise, settings; reference, GET /svc/api/settings/serverPrefs",
  },
  "system:settings:app-log-token": {
    text: "The token for the application log is created on demand, replaces the previous one, and is stored encrypted.",
    source: "Promise, settings",
  },
  "system:settings:change": {
    text: "A settings change applies exactly its fields, immediately and permanently.",
    source: "Promise, settings",
  },
  "system:settings:colors": {
    text: "A color is a CSS color: text that could end a style sheet or load something is rejected.",
    source: "Promise, settings",
  },
  "system:settings:defaults": {
    text: "Unchanged settings have the reference's defaults.",
    source: "Promise, settings",
  },
  "system:settings:stale": {
    text: "A change with an outdated version of the settings is rejected with 412.",
    source: "Promise, settings",
  },
  "system:settings:validated": {
    text: "Settings are validated as a whole, for administrators only.",
    source: "Promise, settings",
  },
  "system:status:console": {
    text: "The console's settings turn the status page on and off and choose what it shows; other roles can read it. Panel and page work by keyboard and meet WCAG 2.2 AA, light and dark.",
    source: "Promise, console",
  },
  "system:status:held": {
    text: "A status page view queries neither the store nor FileMaker Server: its data is refreshed every 15 seconds, by one process for all.",
    source: 'Specification, "Status page"',
  },
  "system:status:off": {
    text: "The status page is off until an administrator turns it on, and its paths return nothing until then.",
    source: 'Specification, "Status page"',
  },
  "system:status:shows": {
    text: "The status page shows, without sign-in, which of the chosen files are open, planned maintenance, and the last incident, as a page and as JSON, and no other names.",
    source: 'Specification, "Status page"',
  },
  "system:version:three-parts": {
    text: "The service's version has three parts: major, minor, and patch.",
    source: 'Specification, "Versioning", rule 1',
  },
} as const satisfies RequirementList;
