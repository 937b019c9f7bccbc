import type { RequirementList } from "./requirement.ts";

/** Data API keys and Admin API keys. */
export const keys = {
  "keys:admin:create": {
    text: "An Admin API Key is created from a label and an Admin Console account.",
    source: 'Specification, "Endpoints", Admin API Key creation; Specification, "Resources", Admin API Key',
  },
  "keys:admin:delete": {
    text: "A deleted Admin API Key no longer opens the management API.",
    source: 'Specification, "Authentication", rule 3',
  },
  "keys:admin:label": {
    text: "An Admin API Key keeps the label that says what will use it.",
    source: 'Specification, "Resources", Admin API Key, label',
  },
  "keys:admin:list": {
    text: "The list of Admin API Keys shows each with id, hint, label, creation and last use.",
    source: "Promise, keys",
  },
  "keys:admin:old-form": {
    text: "An Admin API Key stored before keys of one account shared a session works, and shares it from the next start on.",
    source: "Promise, stored records",
  },
  "keys:admin:password": {
    text: "The username and password that created an Admin API Key come back in no answer.",
    source: "Promise, keys",
  },
  "keys:admin:power": {
    text: "An Admin API Key may do on the management API whatever the Admin Console account may.",
    source: 'Specification, "Resources", Admin API Key, key value',
  },
  "keys:admin:prefix": {
    text: "An Admin API Key begins with ak_.",
    source: 'Specification, "Resources", Admin API Key, key value',
  },
  "keys:admin:read": {
    text: "GET /svc/api/admin-api-key/{key} answers with the envelope and that key's row.",
    source: 'Specification, "Endpoints", GET /svc/api/admin-api-key/{key}',
  },
  "keys:admin:relabel": {
    text: "The label of an Admin API Key can be changed, and its account stays.",
    source: "Promise, keys",
  },
  "keys:admin:shown-once": {
    text: "The value of an Admin API Key appears in the answer of its creation and never again.",
    source: "Promise, keys",
  },
  "keys:admin:wrong-credentials": {
    text: "Creating an Admin API Key with a wrong account fails with an error, and no key is stored.",
    source: 'Specification, "Resources", Admin API Key, username and password; Specification, "Errors", rule 3',
  },
  "keys:any:default-off": {
    text: "A key is limited to its files unless it is created otherwise.",
    source: 'Specification, "Resources", Data API Key, allow access to any database',
  },
  "keys:any:off": {
    text: "With any-database off only the listed files are allowed.",
    source: 'Specification, "Resources", Data API Key, allow access to any database',
  },
  "keys:any:on": {
    text: "With any-database on a key opens every file that its account can open, listed or not.",
    source: 'Specification, "Resources", Data API Key, allow access to any database',
  },
  "keys:console:change-password": {
    text: "An account that FileMaker Server refuses is one line in the console, and its changed password is stored for all its keys by one dialog that says which files did not open.",
    source: "Promise, console",
  },
  "keys:console:clicks": {
    text: "From Home a key for two files with its curl in the clipboard takes at most seven clicks.",
    source: "Promise, console",
  },
  "keys:console:copy": {
    text: "The console shows a new key once, with a way to copy it.",
    source: 'Specification, "Resources", Data API Key, key value',
  },
  "keys:console:create-refused": {
    text: "A key that the console could not create leaves every field as it was and names each file that failed.",
    source: "Promise, console",
  },
  "keys:console:delete": {
    text: "The API Keys page deletes one key or many at once.",
    source: 'Specification, "Authentication", rule 3',
  },
  "keys:console:failing": {
    text: "The console marks keys that FileMaker Server refuses, says why and what to do, filters by the mark, and tells of them on Home and on the page of a file.",
    source: "Promise, console, API keys",
  },
  "keys:console:hosted-files": {
    text: "The console offers the hosted files for a new key, and marks those that no key can open at present.",
    source: "Promise, console",
  },
  "keys:console:key-page": {
    text: "Each key has a page: its latest calls with status and error, its account, which is tested there, its files, who made it and when, and its changes.",
    source: "Promise, console",
  },
  "keys:console:keyboard": {
    text: "The API Keys page works with the keyboard alone.",
    source: "Promise, console",
  },
  "keys:console:limits": {
    text: "A key's page says until when it is good and what it is limited to, and changes that: end, methods, layouts, scripts, networks, calls a minute and a day.",
    source: "Promise, console, API keys",
  },
  "keys:console:odata": {
    text: "The API Keys page adds OData access to a key that has none.",
    source: 'Specification, "Resources", Data API Key, OData access',
  },
  "keys:console:once": {
    text: "The console asks once before a new key that was not copied is lost.",
    source: "Promise, console",
  },
  "keys:console:page": {
    text: "The console has an API Keys page.",
    source: 'Specification, "What the service does", point 1',
  },
  "keys:console:rotation": {
    text: "A key's page disables and enables the key, and replaces it by a new one that is shown once, while the old one goes on for as long as was chosen.",
    source: "Promise, console, API keys",
  },
  "keys:create-only:always-new": {
    text: "create-only makes a new key even when one with the same settings exists.",
    source: "Promise, keys",
  },
  "keys:create-only:few-files": {
    text: "create-only takes at most 20 files, and tries none behind the first that does not open.",
    source: "Promise, rate limits",
  },
  "keys:create-only:missing-file": {
    text: "create-only answers alike for a file that is unknown and for one that is closed, and counts either as a failed attempt.",
    source: "Promise, rate limits",
  },
  "keys:create-only:proof": {
    text: "create-only needs no management credential: the file's account in the body is the proof.",
    source: "Promise, keys",
  },
  "keys:create:all-or-nothing": {
    text: "No key is stored unless the account opens every named file.",
    source: "Promise, keys",
  },
  "keys:create:closed": {
    text: "Creation names each file that is closed.",
    source: "Promise, keys",
  },
  "keys:create:database": {
    text: "A key is created from the legacy body with a single `database`.",
    source: "Promise, keys",
  },
  "keys:create:databases": {
    text: "A key is created from a body with a list of `databases`.",
    source: "Promise, keys",
  },
  "keys:create:defaults": {
    text: 'Without label and flags a key is labelled "(no label)", serves the Data API and does not serve OData.',
    source: "Promise, keys",
  },
  "keys:create:killed": {
    text: "kill -9 at any write while a key is created leaves a key that works or none at all.",
    source: "Promise, reliability; Reliability H1",
  },
  "keys:create:no-fmrest": {
    text: "Creation names each file in which the account lacks the privilege for the Data API.",
    source: 'Specification, "What the service does", point 6; Promise, keys',
  },
  "keys:create:not-hosted": {
    text: "Creation names each file that the server does not host.",
    source: 'Specification, "What the service does", point 6; Promise, keys',
  },
  "keys:create:return-existing": {
    text: "With returnExisting a key of the same settings is answered with 409 key_exists, its id, label and hint, and nothing is created.",
    source: "Promise, keys",
  },
  "keys:create:wrong-account": {
    text: "Creation names each file that refuses the account or its password.",
    source: "Promise, keys",
  },
  "keys:data:account-hidden": {
    text: "The holder of a Data API Key cannot learn the username or password behind it.",
    source: 'Specification, "What the service does", point 3',
  },
  "keys:data:many-files": {
    text: "One key serves several files that share its account.",
    source: 'Specification, "Resources", Data API Key, files',
  },
  "keys:data:one-file": {
    text: "A key made for one file opens no other.",
    source: 'Specification, "Resources", Data API Key, files; Promise, keys',
  },
  "keys:data:password": {
    text: "The password behind a key comes back in no answer.",
    source: 'Specification, "Resources", Data API Key, database credentials',
  },
  "keys:data:shared-account": {
    text: "A key for several files is refused when one of them does not take the account.",
    source: 'Specification, "Resources", Data API Key, files',
  },
  "keys:data:shown-once": {
    text: "The value of a Data API Key appears in the answer of its creation and never again.",
    source: 'Specification, "Resources", Data API Key, key value',
  },
  "keys:data:tokens": {
    text: "Database tokens appear in no answer of the Data API Key endpoints.",
    source: 'Specification, "Resources", Data API Key',
  },
  "keys:data:wrong-credentials": {
    text: "Creating a Data API Key with wrong credentials fails with an error, and no key is stored.",
    source: 'Specification, "Resources", Data API Key, database credentials; Specification, "Errors", rule 3',
  },
  "keys:delete:bulk": {
    text: "Many keys are deleted in one call, which says which were deleted and which did not exist.",
    source: 'Specification, "Authentication", rule 3; Promise, keys',
  },
  "keys:delete:single": {
    text: "A key is removed by deleting it.",
    source: 'Specification, "Authentication", rule 3',
  },
  "keys:delete:ten-seconds": {
    text: "A deleted key stops working within 10 seconds, in every process.",
    source: "Promise, keys; Reliability R3.7",
  },
  "keys:edit:account": {
    text: "Changing the account of a key asks for the new password, and tries the account before anything is stored.",
    source: "Promise, keys",
  },
  "keys:edit:files": {
    text: "The files of a key can be edited, and an added file is tried first.",
    source: "Promise, keys",
  },
  "keys:edit:flags": {
    text: "The Data API, OData and any-database flags of a key can be edited.",
    source: "Promise, keys",
  },
  "keys:edit:label": {
    text: "The label of a key can be edited.",
    source: "Promise, keys",
  },
  "keys:failing:changed": {
    text: "A key whose account is changed fails no longer, nor does one whose account opens its files again when it is saved anew.",
    source: "Promise, console, API keys",
  },
  "keys:failing:cleared": {
    text: "A key fails no longer once FileMaker Server takes its account again.",
    source: "Promise, console, API keys",
  },
  "keys:failing:coalesced": {
    text: "A refusal that stands is written once, and proxied calls of a key that works look into the store for it at most once a minute.",
    source: "Reliability R3.6",
  },
  "keys:failing:no-refusal": {
    text: "A locked account, a closed file, a server that is away and a file that the key does not name make no key fail.",
    source: "Promise, console, API keys",
  },
  "keys:failing:shown": {
    text: "Keys of both kinds show since when FileMaker Server refuses the account behind them, and in which of their files.",
    source: "Promise, console, API keys",
  },
  "keys:hint:form": {
    text: "A stored key is shown as its prefix, its id, an ellipsis and its last four characters, such as dk_7…x7Qp.",
    source: "Promise, keys; Security K2",
  },
  "keys:last-used:coalesced": {
    text: "Last use is collected in memory and written at most once a minute per key.",
    source: "Reliability R3.6",
  },
  "keys:last-used:data-api": {
    text: "Last used is updated when the key is used through the Data API proxy.",
    source: 'Specification, "Resources", Data API Key, last used',
  },
  "keys:last-used:minute": {
    text: "Last used follows a use within a minute.",
    source: "Promise, keys",
  },
  "keys:lifetime:endless": {
    text: "Keys of both kinds do not expire and need no refresh.",
    source: 'Specification, "What the service does", point 2; Specification, "Authentication", rule 3',
  },
  "keys:limits:admin": {
    text: "An Admin API Key may have an end, be disabled and be limited to networks; the management API and the proxy refuse it then.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:calls": {
    text: "A key limited to methods, layouts, scripts and networks opens nothing else, wherever a call names it; what cannot be checked is refused.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:days": {
    text: "Calls are counted in days of a stated zone, and a restart does not begin the count anew.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:end": {
    text: "A key with an end opens nothing from then on, nor does one that is disabled.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:minute": {
    text: "A key makes no more calls in a minute than it may, and the next one is refused with 429.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:names": {
    text: "Layouts and scripts are named by patterns.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:networks": {
    text: "A key is limited to addresses and networks.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:none": {
    text: "A key without limits pays nothing for those that have some.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:refused": {
    text: "A refusal for too many calls has a number of ours, says when to come back, and how the limits stand.",
    source: "Promise, keys",
  },
  "keys:limits:rotated": {
    text: "A rotated key and its replacement share the calls of a day.",
    source: "Promise, keys",
  },
  "keys:limits:set": {
    text: "Every limit is off until it is set, and can be set, changed and taken away.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:shared": {
    text: "Several processes together never let in more calls than a limit says, and refuse early by what they hold back at most.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:list:rows": {
    text: "Data API Keys are listed oldest first, page by page, each row with the names of the reference and no value.",
    source: "Promise, keys",
  },
  "keys:logout:sessions": {
    text: "Logout ends the FileMaker sessions of a key, and the key itself goes on working.",
    source: "Promise, keys",
  },
  "keys:match:legacy": {
    text: "The legacy single-database field of a key record counts when a key is matched to a database.",
    source: 'Specification, "Resources", Data API Key',
  },
  "keys:match:list": {
    text: "The multi-database list of a key record counts when a key is matched to a database.",
    source: 'Specification, "Resources", Data API Key',
  },
  "keys:match:old-key": {
    text: "A key of before multi-file keys is limited to the one file it was created for.",
    source: 'Specification, "Resources", Data API Key, files',
  },
  "keys:odata:checked": {
    text: "A key is stored, or given another API, only when its account opens every file through each API of the key.",
    source: 'Specification, "What the service does", point 6; Promise, keys',
  },
  "keys:odata:create": {
    text: "OData access is set when a key is created.",
    source: 'Specification, "Resources", Data API Key, OData access',
  },
  "keys:odata:edit": {
    text: "OData access is set or removed when a key is edited.",
    source: 'Specification, "Resources", Data API Key, OData access',
  },
  "keys:odata:old-key": {
    text: "A key of before OData access has it off until it is added.",
    source: 'Specification, "Resources", Data API Key, OData access; Specification, "Versioning", 4.11.0',
  },
  "keys:password:admin": {
    text: "The changed password of an Admin Console account is stored for all its Admin API Keys at once, after it was accepted.",
    source: "Promise, keys",
  },
  "keys:password:changed": {
    text: "The changed password of a FileMaker account is stored for all its Data API Keys at once, and they work again.",
    source: "Promise, keys",
  },
  "keys:password:per-file": {
    text: "A changed password is tried on every file first; a key one of whose files does not open is left as it was, and each file says why.",
    source: "Promise, keys",
  },
  "keys:password:refused-too": {
    text: "With the keys that share the account, those of its name that FileMaker Server refuses get the new password; one that works with another password is not tried.",
    source: "Promise, keys",
  },
  "keys:path:hint": {
    text: "The hint that a row shows as its key names the key wherever {key} is, with three dots as well; one whose id and last four characters disagree is not found.",
    source: 'Specification, "Endpoints"',
  },
  "keys:path:unknown": {
    text: "An unknown key in a path answers 404, the same for a value as for an id.",
    source: "Promise, keys",
  },
  "keys:path:value-or-id": {
    text: "{key} in a path takes the key's value or its record's id.",
    source: "Promise, keys",
  },
  "keys:read:row": {
    text: "Reading one Data API Key answers with its row.",
    source: "Promise, keys",
  },
  "keys:rotate:overlap": {
    text: "A new key with all settings takes the place of an old one, which goes on for a chosen time.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:row:created-by": {
    text: "A key says who made it, as the audit trail names people.",
    source: "Promise, keys",
  },
  "keys:row:names": {
    text: "A row carries the names of the reference, with databases and allow_any_database added.",
    source: "Promise, keys",
  },
  "keys:row:old-form": {
    text: "A record of the old form, with a single database, is read and shown like any other.",
    source: "Promise, keys",
  },
  "keys:state:none": {
    text: "A key has no states: it works from its creation until its deletion.",
    source: 'Specification, "States and transitions"',
  },
  "keys:store:last-four": {
    text: "Of a key's value the store holds its last four characters and nothing more.",
    source: "Security K2",
  },
  "keys:store:lookup": {
    text: "A key is found by an HMAC of its value, so a copy of the store yields no key.",
    source: "Security K2; Promise, keys",
  },
  "keys:store:of-before": {
    text: "Keys go on that were stored while the secret of their HMAC was derived from the master key, or kept by KMS.",
    source: "Security K2",
  },
  "keys:store:pepper": {
    text: "The secret of the HMAC is sealed in the table, in both ways of running, and has versions: keys of an older version are still found.",
    source: "Security K2",
  },
  "keys:test:failing": {
    text: "A test of a key's account marks the key as failing, or takes the mark away.",
    source: "Promise, keys",
  },
  "keys:test:files": {
    text: "The stored account of a key is tested on every file at any time, and the key counts as unused by it.",
    source: "Promise, keys",
  },
  "keys:value:checksum": {
    text: "A mistyped key is refused by its checksum, before any look-up.",
    source: "Security K1",
  },
  "keys:value:form": {
    text: "A key is dk_ or ak_, then 43 characters of base62 with 256 random bits, then 6 of checksum.",
    source: "Security K1",
  },
} as const satisfies RequirementList;
