import type { RequirementList } from "./requirement.ts";

/** Data API keys and Admin API keys. */
export const keys = {
  "keys:admin:create": {
    text: "An Admin API Key is created from a label and an Admin Console account.",
    source: 'Specification, "Endpoints", Admin API Key creation; Specification, "Resources", Admin API Key',
  },
  "keys:admin:delete": {
    text: "A deleted Admin API Key no longer works for the management API.",
    source: 'Specification, "Authentication", rule 3',
  },
  "keys:admin:label": {
    text: "An Admin API Key has a label that describes its use.",
    source: 'Specification, "Resources", Admin API Key, label',
  },
  "keys:admin:list": {
    text: "The list of Admin API Keys shows each with id, hint, label, creation time, and last use.",
    source: "Promise, keys",
  },
  "keys:admin:old-form": {
    text: "An Admin API Key stored before keys of one account shared a session still works, and shares it after the next start.",
    source: "Promise, stored records",
  },
  "keys:admin:password": {
    text: "The username and password that created an Admin API Key are in no response.",
    source: "Promise, keys",
  },
  "keys:admin:power": {
    text: "An Admin API Key can do everything on the management API that its Admin Console account can.",
    source: 'Specification, "Resources", Admin API Key, key value',
  },
  "keys:admin:prefix": {
    text: "An Admin API Key begins with ak_.",
    source: 'Specification, "Resources", Admin API Key, key value',
  },
  "keys:admin:read": {
    text: "GET /svc/api/admin-api-key/{key} returns that key's row in the envelope.",
    source: 'Specification, "Endpoints", GET /svc/api/admin-api-key/{key}',
  },
  "keys:admin:relabel": {
    text: "The label of an Admin API Key can be changed; its account stays.",
    source: "Promise, keys",
  },
  "keys:admin:shown-once": {
    text: "The value of an Admin API Key is returned once, when the key is created.",
    source: "Promise, keys",
  },
  "keys:admin:wrong-credentials": {
    text: "Creating an Admin API Key with a wrong account fails with an error, and no key is stored.",
    source: 'Specification, "Resources", Admin API Key, username and password; Specification, "Errors", rule 3',
  },
  "keys:any:default-off": {
    text: "A key is limited to its files by default.",
    source: 'Specification, "Resources", Data API Key, allow access to any database',
  },
  "keys:any:off": {
    text: "With any-database off, only the listed files are allowed.",
    source: 'Specification, "Resources", Data API Key, allow access to any database',
  },
  "keys:any:on": {
    text: "With any-database on, a key opens every file that its account can open, listed or not.",
    source: 'Specification, "Resources", Data API Key, allow access to any database',
  },
  "keys:console:change-password": {
    text: "The console shows an account that FileMaker Server rejects as one line; one dialog stores its new password for all its keys and lists the files that didn't open.",
    source: "Promise, console",
  },
  "keys:console:clicks": {
    text: "From the home page, a key for two files with its curl command on the clipboard takes at most seven clicks.",
    source: "Promise, console",
  },
  "keys:console:copy": {
    text: "The console shows a new key once, with a copy button.",
    source: 'Specification, "Resources", Data API Key, key value',
  },
  "keys:console:create-refused": {
    text: "If the console can't create a key, every field keeps its value, and each failed file is listed.",
    source: "Promise, console",
  },
  "keys:console:delete": {
    text: "The API Keys page deletes one key or many at once.",
    source: 'Specification, "Authentication", rule 3',
  },
  "keys:console:delete-typed": {
    text: "Deleting five or more keys, or a key that was used in the last seven days, has to be confirmed by typing on every server.",
    source: "Promise, console",
  },
  "keys:console:delete-users": {
    text: "The dialog that deletes keys names the table triggers that use them and the webhooks of their files, and what couldn't be read.",
    source: "Promise, console",
  },
  "keys:console:failing": {
    text: "The console marks keys that FileMaker Server rejects, says why and what to do, can filter by them, and reports them on the home page and the file's page.",
    source: "Promise, console, API keys",
  },
  "keys:console:failing-calls": {
    text: "A key's page says why its calls fail: each failed call has FileMaker's error number with its meaning, and each cause its remedy, its number of calls and a filter.",
    source: "Promise, console",
  },
  "keys:console:hosted-files": {
    text: "The console offers the hosted files for a new key, and marks those that no key can open now.",
    source: "Promise, console",
  },
  "keys:console:key-page": {
    text: "Each key has a page: its latest requests with status and error, its account with a test, its files, who created it and when, and its changes.",
    source: "Promise, console",
  },
  "keys:console:keyboard": {
    text: "The API Keys page can be used with the keyboard only.",
    source: "Promise, console",
  },
  "keys:console:limits": {
    text: "A key's page shows and changes its expiration and limits: methods, layouts, scripts, networks, and requests per minute and per day.",
    source: "Promise, console, API keys",
  },
  "keys:console:odata": {
    text: "The API Keys page adds OData access to a key without it.",
    source: 'Specification, "Resources", Data API Key, OData access',
  },
  "keys:console:once": {
    text: "The console asks once before a new key that wasn't copied is lost.",
    source: "Promise, console",
  },
  "keys:console:page": {
    text: "The console has an API Keys page.",
    source: 'Specification, "What the service does", point 1',
  },
  "keys:console:rotation": {
    text: "A key's page disables and enables the key, and rotates it: the new value is shown once, and the old one works for the chosen time.",
    source: "Promise, console, API keys",
  },
  "keys:console:states": {
    text: "Lists and the key's page show that a key is disabled, expired, about to expire or replaced; filters and the page's first lines too.",
    source: "Promise, console, API keys",
  },
  "keys:create-only:always-new": {
    text: "create-only creates a new key even if one with the same settings exists.",
    source: "Promise, keys",
  },
  "keys:create-only:few-files": {
    text: "create-only accepts at most 20 files, and tries none after the first that doesn't open.",
    source: "Promise, rate limits",
  },
  "keys:create-only:missing-file": {
    text: "create-only returns the same answer for unknown and closed files, and counts both as failed attempts.",
    source: "Promise, rate limits",
  },
  "keys:create-only:proof": {
    text: "create-only needs no management credential: the file's account in the body authenticates the request.",
    source: "Promise, keys",
  },
  "keys:create:all-or-nothing": {
    text: "No key is stored unless the account opens every named file.",
    source: "Promise, keys",
  },
  "keys:create:closed": {
    text: "Creating a key names each file that is closed.",
    source: "Promise, keys",
  },
  "keys:create:database": {
    text: "A key can be created from the legacy body with a single `database`.",
    source: "Promise, keys",
  },
  "keys:create:databases": {
    text: "A key can be created from a body with a list of `databases`.",
    source: "Promise, keys",
  },
  "keys:create:defaults": {
    text: 'Without label and flags, a key is labeled "(no label)" and allows the Data API, but not OData.',
    source: "Promise, keys",
  },
  "keys:create:killed": {
    text: "kill -9 at any write while a key is created leaves a working key or none.",
    source: "Promise, reliability; Reliability H1",
  },
  "keys:create:no-fmrest": {
    text: "Creating a key names each file in which the account lacks the Data API privilege.",
    source: 'Specification, "What the service does", point 6; Promise, keys',
  },
  "keys:create:not-hosted": {
    text: "Creating a key names each file that the server doesn't host.",
    source: 'Specification, "What the service does", point 6; Promise, keys',
  },
  "keys:create:return-existing": {
    text: "With returnExisting, if a key with the same settings exists, the response is 409 key_exists with its id, label, and hint, and nothing is created.",
    source: "Promise, keys",
  },
  "keys:create:wrong-account": {
    text: "Creating a key names each file that rejects the account or its password.",
    source: "Promise, keys",
  },
  "keys:data:account-hidden": {
    text: "The holder of a Data API Key can't learn its username or password.",
    source: 'Specification, "What the service does", point 3',
  },
  "keys:data:many-files": {
    text: "One key serves several files that share its account.",
    source: 'Specification, "Resources", Data API Key, files',
  },
  "keys:data:one-file": {
    text: "A key for one file opens no other.",
    source: 'Specification, "Resources", Data API Key, files; Promise, keys',
  },
  "keys:data:password": {
    text: "A key's password is in no response.",
    source: 'Specification, "Resources", Data API Key, database credentials',
  },
  "keys:data:shared-account": {
    text: "A key for several files is rejected if one of them doesn't accept the account.",
    source: 'Specification, "Resources", Data API Key, files',
  },
  "keys:data:shown-once": {
    text: "The value of a Data API Key is returned once, when the key is created.",
    source: 'Specification, "Resources", Data API Key, key value',
  },
  "keys:data:tokens": {
    text: "Database tokens appear in no response of the Data API Key endpoints.",
    source: 'Specification, "Resources", Data API Key',
  },
  "keys:data:wrong-credentials": {
    text: "Creating a Data API Key with wrong credentials fails with an error, and no key is stored.",
    source: 'Specification, "Resources", Data API Key, database credentials; Specification, "Errors", rule 3',
  },
  "keys:delete:bulk": {
    text: "One request deletes many keys, and reports which were deleted and which didn't exist.",
    source: 'Specification, "Authentication", rule 3; Promise, keys',
  },
  "keys:delete:single": {
    text: "A key can be deleted.",
    source: 'Specification, "Authentication", rule 3',
  },
  "keys:delete:ten-seconds": {
    text: "A deleted key stops working within 10 seconds, in every process.",
    source: "Promise, keys; Reliability R3.7",
  },
  "keys:edit:account": {
    text: "Changing a key's account requires the new password, and the account is tested before anything is stored.",
    source: "Promise, keys",
  },
  "keys:edit:files": {
    text: "The files of a key can be edited; an added file is tested first.",
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
    text: "A key stops failing when its account is changed, or when it is saved again and its account opens its files.",
    source: "Promise, console, API keys",
  },
  "keys:failing:cleared": {
    text: "A key stops failing when FileMaker Server accepts its account again.",
    source: "Promise, console, API keys",
  },
  "keys:failing:coalesced": {
    text: "A lasting rejection is written once, and proxied requests of a working key check the store for it at most once a minute.",
    source: "Reliability R3.6",
  },
  "keys:failing:no-refusal": {
    text: "A locked account, a closed file, an unavailable server, or a file that the key doesn't list doesn't mark a key as failing.",
    source: "Promise, console, API keys",
  },
  "keys:failing:shown": {
    text: "Keys of both kinds show since when FileMaker Server has rejected their account, and in which of their files.",
    source: "Promise, console, API keys",
  },
  "keys:hint:credential": {
    text: "A key's hint as a credential is refused with a sentence that says so.",
    source: "Promise, compatibility",
  },
  "keys:hint:form": {
    text: "A stored key is shown as its prefix, its id, an ellipsis and its last four characters, such as dk_7…x7Qp.",
    source: "Promise, keys; Security K2",
  },
  "keys:import:value": {
    text: "An administrator can create a key with a value of another server in its known forms, once, and the audit trail says so; logs mask it.",
    source: "Promise, moving from OttoFMS",
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
    text: "Last used is updated within a minute.",
    source: "Promise, keys",
  },
  "keys:lifetime:endless": {
    text: "Keys of both kinds don't expire by default and need no refresh.",
    source: 'Specification, "What the service does", point 2; Specification, "Authentication", rule 3',
  },
  "keys:limits:admin": {
    text: "An Admin API Key can have an expiration, be disabled, and be limited to networks; the management API and the proxy then reject it.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:calls": {
    text: "A key limited to methods, layouts, scripts, and networks opens nothing else, wherever a request names it; what can't be checked is rejected.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:days": {
    text: "Requests are counted per day in a specified time zone, and a restart doesn't reset the count.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:end": {
    text: "An expired or disabled key opens nothing.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:minute": {
    text: "A key can't exceed its requests per minute; the next request is rejected with 429.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:names": {
    text: "Layouts and scripts can be specified by patterns.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:networks": {
    text: "A key can be limited to addresses and networks.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:none": {
    text: "Limits of other keys cost a key without limits nothing.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:refused": {
    text: "A rate limit rejection has an error number of ours, Retry-After, and the state of the limits.",
    source: "Promise, keys",
  },
  "keys:limits:rotated": {
    text: "A rotated key and its replacement share the daily limit.",
    source: "Promise, keys",
  },
  "keys:limits:set": {
    text: "Every limit is off by default, and can be set, changed, and removed.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:limits:shared": {
    text: "Several processes together never exceed a limit, and reject early by at most the amount that they reserve.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:list:rows": {
    text: "Data API Keys are listed oldest first, in pages, each row with the reference's field names and without the value.",
    source: "Promise, keys",
  },
  "keys:logout:sessions": {
    text: "Logout ends the FileMaker sessions of a key; the key itself keeps working.",
    source: "Promise, keys",
  },
  "keys:match:legacy": {
    text: "The legacy single-database field of a key record is used to match a key to a database.",
    source: 'Specification, "Resources", Data API Key',
  },
  "keys:match:list": {
    text: "The multi-database list of a key record is used to match a key to a database.",
    source: 'Specification, "Resources", Data API Key',
  },
  "keys:match:old-key": {
    text: "A key created before multi-file keys is limited to its one file.",
    source: 'Specification, "Resources", Data API Key, files',
  },
  "keys:odata:checked": {
    text: "A key is stored, or given another API, only if its account opens every file through each of the key's APIs.",
    source: 'Specification, "What the service does", point 6; Promise, keys',
  },
  "keys:odata:create": {
    text: "OData access can be set when a key is created.",
    source: 'Specification, "Resources", Data API Key, OData access',
  },
  "keys:odata:edit": {
    text: "OData access can be added or removed when a key is edited.",
    source: 'Specification, "Resources", Data API Key, OData access',
  },
  "keys:odata:old-key": {
    text: "A key created before OData access has it off until it is added.",
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
    text: "A changed password is first tested on every file; a key with a file that doesn't open stays unchanged, and the response says why for each file.",
    source: "Promise, keys",
  },
  "keys:password:refused-too": {
    text: "In addition to the keys that share the account, keys with the same account name that FileMaker Server rejects get the new password; a working key with another password isn't tested.",
    source: "Promise, keys",
  },
  "keys:path:hint": {
    text: "{key} also accepts the hint from a row, even with three dots; if its id and last four characters don't match, the response is 404.",
    source: 'Specification, "Endpoints"',
  },
  "keys:path:unknown": {
    text: "An unknown key in a path returns 404, the same for a value as for an id.",
    source: "Promise, keys",
  },
  "keys:path:value-or-id": {
    text: "{key} in a path accepts the key's value or its record's id.",
    source: "Promise, keys",
  },
  "keys:read:row": {
    text: "Reading a Data API Key returns its row.",
    source: "Promise, keys",
  },
  "keys:rotate:overlap": {
    text: "Rotation creates a new key with the same settings; the old one works for a chosen time.",
    source: 'Specification, "People and rights", Keys',
  },
  "keys:row:created-by": {
    text: "A key says who created it, named as in the audit trail.",
    source: "Promise, keys",
  },
  "keys:row:names": {
    text: "A row uses the reference's field names, with databases and allow_any_database added.",
    source: "Promise, keys",
  },
  "keys:row:old-form": {
    text: "A record in the old format, with a single database, is read and shown like any other.",
    source: "Promise, keys",
  },
  "keys:state:none": {
    text: "A key has no states: it works from its creation until its deletion.",
    source: 'Specification, "States and transitions"',
  },
  "keys:store:last-four": {
    text: "The store contains only the last four characters of a key's value.",
    source: "Security K2",
  },
  "keys:store:lookup": {
    text: "Keys are looked up by an HMAC of their value, so that a copy of the store reveals no key.",
    source: "Security K2; Promise, keys",
  },
  "keys:store:of-before": {
    text: "Keys still work that were stored while the HMAC secret was derived from the master key or kept by KMS.",
    source: "Security K2",
  },
  "keys:store:pepper": {
    text: "The HMAC secret is stored encrypted in the table, on both sets of adapters, and is versioned: keys of an older version are still found.",
    source: "Security K2",
  },
  "keys:test:failing": {
    text: "Testing a key's account marks the key as failing, or removes the mark.",
    source: "Promise, keys",
  },
  "keys:test:files": {
    text: "A key's stored account can be tested on every file at any time; this doesn't count as use.",
    source: "Promise, keys",
  },
  "keys:value:checksum": {
    text: "A mistyped key is rejected by its checksum, before any lookup.",
    source: "Security K1",
  },
  "keys:value:form": {
    text: "A key is dk_ or ak_, then 43 characters of base62 with 256 random bits, then 6 characters of checksum.",
    source: "Security K1",
  },
} as const satisfies RequirementList;
