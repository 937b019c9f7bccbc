import type { RequirementList } from "./requirement.ts";

/** Common rules of all management calls. */
export const contract = {
  "contract:answers:safe": {
    text: "No browser guesses the type of a response, and no page of ours can be framed.",
    source: "Security S3",
  },
  "contract:body:small-first": {
    text: "An operation that reads its body before authentication accepts only a few KB.",
    source: "Security L1",
  },
  "contract:compression:own": {
    text: "Our own responses are compressed like those of the proxies.",
    source: "Promise, compression",
  },
  "contract:compression:secrets": {
    text: "A response that contains a secret is never compressed, because its length could reveal what the caller's own input has in common with the secret.",
    source: "Promise, compression",
  },
  "contract:constant:kept": {
    text: "A response that is the same for every request is built and compressed once; a client that already has it gets 304.",
    source: "Security L1",
  },
  "contract:content-type:json": {
    text: "A management request with a body must use application/json; other content types are rejected with 415.",
    source: 'Specification, "Endpoints", introduction',
  },
  "contract:cost:refused": {
    text: "Reading, parsing, and rejecting a request costs at most 50 ms of CPU per MB of body, path, and headers.",
    source: "Security L1",
  },
  "contract:csv:formulas": {
    text: "Text in CSV is never interpreted as a formula and stays in its cell.",
    source: "Security F4",
  },
  "contract:envelope:shape": {
    text: "Every management response has `messages`, a list of objects with an integer `code` and a string `text`, and `response`, an object.",
    source: 'Specification, "Endpoints", introduction',
  },
  "contract:envelope:success": {
    text: 'Success carries code 0 with text "ok".',
    source: 'Specification, "Endpoints", introduction; Specification, "Errors", rule 1',
  },
  "contract:errors:credentials": {
    text: "Invalid FileMaker credentials in a body return 400; 401 is reserved for the caller's own credential.",
    source: "Promise, contract",
  },
  "contract:errors:downloads": {
    text: "A rejected download is answered in plain text, or in the envelope if the request accepts JSON.",
    source: "Promise, contract",
  },
  "contract:errors:envelope": {
    text: "An error uses the same envelope, with a code other than 0 and a message.",
    source: 'Specification, "Errors", rule 2',
  },
  "contract:errors:never-html": {
    text: "No path below /svc/api/ and /svc/fmi/, not even an unknown one, returns HTML from the service.",
    source: "Promise, contract",
  },
  "contract:errors:validation": {
    text: "A validation error says what is wrong with which field.",
    source: 'Specification, "Errors", rule 3',
  },
  "contract:fields:absent": {
    text: "An optional field counts as left out if it is null, or a text that is empty, unless its schema gives that a meaning.",
    source: "Promise, contract",
  },
  "contract:fields:empty-change": {
    text: "A PATCH without any change is rejected.",
    source: "Promise, contract",
  },
  "contract:fields:misplaced": {
    text: "A query field on an operation that takes a body, a body field on one that takes a query, and a path parameter that differs from the body are rejected. The hint of the key in the path is ignored in the body.",
    source: "Promise, contract",
  },
  "contract:fields:open": {
    text: "If the contract is open, an unknown field is ignored, and a second message in the response names it.",
    source: "Promise, contract",
  },
  "contract:fields:row-names": {
    text: "Settable fields can also be sent under the names that rows use.",
    source: "Promise, contract",
  },
  "contract:fields:unknown": {
    text: "Every operation that grants access rejects unknown fields at any depth. Others that change something reject a field with a similar name to a known one, and suggest that; they ignore the rest and name it in a second message.",
    source: "Promise, contract",
  },
  "contract:json:hostile": {
    text: "Every operation rejects a JSON body that parsers read differently, that is nested too deeply, or that uses property names that every object inherits, without any effect.",
    source: "Security F3",
  },
  "contract:names:of-the-host": {
    text: "Every operation rejects a file name or path that leads upward, contains a control character, or is too long, before it starts anything.",
    source: "Security R7.3, F1, F4",
  },
  "contract:otto:operations": {
    text: "Every operation that OttoFMS documents exists with all documented fields of its input and its response, except those that the guide names.",
    source: "Promise, compatibility",
  },
  "contract:paths:called-prefix": {
    text: "Addresses in a response have the prefix that the caller used.",
    source: "Promise, compatibility",
  },
  "contract:paths:no-version": {
    text: "Management paths have no version segment.",
    source: 'Specification, "Versioning", rule 1',
  },
  "contract:paths:pages": {
    text: "A browser that opens an unknown path below a prefix gets to the console, also from bookmarks of the console of OttoFMS.",
    source: "Promise, compatibility",
  },
  "contract:paths:prefix": {
    text: "Management paths start with /svc/api/, with nothing before it.",
    source: 'Specification, "Authentication", rule 2',
  },
  "contract:security:asvs": {
    text: "Every requirement of OWASP ASVS 5.0 levels 1 and 2 has a line in docs/security.md, with existing tests or a reason.",
    source: "Promise, OWASP ASVS",
  },
  "contract:security:promises": {
    text: "Every promise in SECURITY.md names the requirements that back it.",
    source: "Promise, OWASP ASVS",
  },
  "contract:stable:releases": {
    text: "A release breaks no client of an earlier one: operations, parameters, fields, values, limits, statuses and error numbers stay, except for listed changes with a reason.",
    source: "Promise, API stability",
  },
  "contract:xml:hostile": {
    text: "XML with a document type, custom entities, excessive nesting, or syntax errors is rejected, and nothing that it references is read.",
    source: "Security F3",
  },
} as const satisfies RequirementList;
