import type { RequirementList } from "./requirement.ts";

/** Common rules of all management calls. */
export const contract = {
  "contract:answers:safe": {
    text: "No browser guesses the type of an answer, and none of ours stands in a frame.",
    source: "Security S3",
  },
  "contract:body:small-first": {
    text: "An operation that reads its body before it is known who calls accepts at most some kB.",
    source: "Security L1",
  },
  "contract:compression:own": {
    text: "Answers of our own are compressed as those of the proxies are.",
    source: "Promise, compression",
  },
  "contract:compression:secrets": {
    text: "An answer that holds a secret is never compressed: its length would tell what of the caller's own input the secret holds.",
    source: "Promise, compression",
  },
  "contract:constant:kept": {
    text: "An answer that is the same for every call is built once and compressed once, and a caller that has it already gets 304.",
    source: "Security L1",
  },
  "contract:content-type:json": {
    text: "A management call with a body sends it as application/json, and another content type is refused with 415.",
    source: 'Specification, "Endpoints", introduction',
  },
  "contract:cost:refused": {
    text: "Reading, parsing and refusing a request costs at most 50 ms of CPU per MB of body, path and headers.",
    source: "Security L1",
  },
  "contract:csv:formulas": {
    text: "Text in a table of comma-separated values is never a formula, and stays within its cell.",
    source: "Security F4",
  },
  "contract:envelope:shape": {
    text: "Every management answer has `messages`, a list of objects with an integer `code` and a string `text`, and `response`, an object.",
    source: 'Specification, "Endpoints", introduction',
  },
  "contract:envelope:success": {
    text: 'Success carries code 0 with text "ok".',
    source: 'Specification, "Endpoints", introduction; Specification, "Errors", rule 1',
  },
  "contract:errors:credentials": {
    text: "FileMaker credentials in a body that are refused answer 400; 401 is kept for the caller's own credential.",
    source: "Promise, contract",
  },
  "contract:errors:downloads": {
    text: "A download that is refused is answered in text, or in the envelope where the call asks for JSON.",
    source: "Promise, contract",
  },
  "contract:errors:envelope": {
    text: "An error wears the same envelope, with a code other than 0 and a message.",
    source: 'Specification, "Errors", rule 2',
  },
  "contract:errors:never-html": {
    text: "Nothing below /svc/api/ and /svc/fmi/ answers with HTML of the service, not even an unknown path.",
    source: "Promise, contract",
  },
  "contract:errors:validation": {
    text: "A validation error describes what is wrong with which field.",
    source: 'Specification, "Errors", rule 3',
  },
  "contract:fields:empty-change": {
    text: "A PATCH that names nothing to change is refused.",
    source: "Promise, contract",
  },
  "contract:fields:misplaced": {
    text: "A field in the query of an operation that takes a body, or in the body of one that takes a query, is refused; so is a path parameter that the body contradicts.",
    source: "Promise, contract",
  },
  "contract:fields:open": {
    text: "Where the contract is open, an unknown field is passed over, and a second message of the answer names it.",
    source: "Promise, contract",
  },
  "contract:fields:row-names": {
    text: "The names that rows have for settable fields are taken as those fields.",
    source: "Promise, contract",
  },
  "contract:fields:unknown": {
    text: "Every operation that changes something refuses a field that no schema names, at any depth, and says which may have been meant.",
    source: "Promise, contract",
  },
  "contract:json:hostile": {
    text: "A JSON body that two readers would read differently, that is nested too deeply or that names what all objects have is refused by every operation, and nothing is done.",
    source: "Security F3",
  },
  "contract:names:of-the-host": {
    text: "Every operation refuses a file's name or path that leads up, holds a control character or is too long, before anything is begun.",
    source: "Security R7.3, F1, F4",
  },
  "contract:paths:no-version": {
    text: "Management paths carry no version segment.",
    source: 'Specification, "Versioning", rule 1',
  },
  "contract:paths:prefix": {
    text: "Management paths start with /svc/api/, with nothing before it.",
    source: 'Specification, "Authentication", rule 2',
  },
  "contract:security:asvs": {
    text: "Every requirement of levels 1 and 2 of OWASP ASVS 5.0 has its line in docs/security.md, with tests that exist or a reason.",
    source: "Promise, OWASP ASVS",
  },
  "contract:security:promises": {
    text: "Every promise of SECURITY.md names the requirements that hold it.",
    source: "Promise, OWASP ASVS",
  },
  "contract:xml:hostile": {
    text: "XML with a document type, entities of its own, too deep or broken is refused and nothing that it names is read.",
    source: "Security F3",
  },
} as const satisfies RequirementList;
