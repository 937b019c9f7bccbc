import { type Facts, seenLayout } from "./contract-case.ts";

/** Difference between AWS, or serverless-offline as its replacement, and one machine. */
export interface Difference {
  readonly case: string;
  /** The facts that differ, with their values there. */
  readonly instead: Facts;
  /** Origin of the difference: API Gateway and Lambda, or only the emulator. */
  readonly of: "AWS" | "serverless-offline";
  readonly why: string;
}

const seen = (query: string): Facts => ({ call: `GET ${seenLayout}/records${query}` });
const decoded = "API Gateway passes a query on decoded and by name; it is encoded again by one rule (RFC 3986)";
const normalised = "its router reads addresses as browsers do; API Gateway passes them on as they came";
const eventLimit = "Lambda takes events of 6 MB, which is about 4.4 MB of body; larger ones go by an upload";
const streams = "serverless-offline cannot stream, so an answer is collected there";

export const expectedDifferences: readonly Difference[] = [
  {
    case: "a space that is sent as a plus stays a plus",
    instead: seen("?script.param=a%20b"),
    of: "AWS",
    why: decoded,
  },
  {
    case: "a key that is sent twice stays where it was",
    instead: seen("?a=1&a=3&b=2"),
    of: "AWS",
    why: decoded,
  },
  { case: "small letters in an encoding stay small", instead: seen("?a=%C3%A9"), of: "AWS", why: decoded },
  { case: "a key without a value stays so", instead: seen("?flag="), of: "AWS", why: decoded },
  {
    case: "a slash and a question mark may stand in a query",
    instead: seen("?a=%2Fb%3Fc"),
    of: "AWS",
    why: decoded,
  },
  { case: "an empty query keeps its question mark", instead: seen(""), of: "AWS", why: decoded },
  {
    case: "4,400,001 bytes arrive",
    instead: { status: 413, "call content-length": "none" },
    of: "AWS",
    why: eventLimit,
  },
  {
    case: "10 MiB arrive",
    instead: { status: 413, "call content-length": "none" },
    of: "AWS",
    why: eventLimit,
  },
  {
    case: "10 MiB and a byte arrive",
    instead: { status: 413, "call content-length": "none" },
    of: "AWS",
    why: "API Gateway takes 10 MiB",
  },
  {
    case: "an operation that is not there is said so in our envelope",
    instead: { error: "no envelope" },
    of: "serverless-offline",
    why: "it does not play API Gateway's gateway responses, which serverless.yml sets to our envelope",
  },
  {
    case: "encoded letters in a path keep their spelling",
    instead: { call: `GET ${seenLayout}/records/%C3%A9%C3%A9` },
    of: "serverless-offline",
    why: normalised,
  },
  {
    case: "a slash at the end stays",
    instead: { call: `GET ${seenLayout}/records` },
    of: "serverless-offline",
    why: normalised,
  },
  {
    case: "a path that climbs is refused",
    instead: { status: 200, call: "GET /fmi/data/vLatest/databases/Wire.fmp12/secret" },
    of: "serverless-offline",
    why: `${normalised}, and then they are refused`,
  },
  {
    case: "a path that climbs in disguise is refused",
    instead: { status: 200, call: "GET /fmi/data/vLatest/databases/Wire.fmp12/layouts/secret" },
    of: "serverless-offline",
    why: `${normalised}, and then they are refused`,
  },
  {
    case: "headers of 40 KB are refused",
    instead: { status: 400 },
    of: "serverless-offline",
    why: "its server has another number for it",
  },
  {
    case: "a GET may have a body",
    instead: { "call body": "" },
    of: "serverless-offline",
    why: "it drops the body of a GET; CloudFront, which stands before API Gateway, refuses such a call",
  },
  {
    case: "a header that comes twice arrives twice",
    instead: { "answer x-note": "one,two" },
    of: "serverless-offline",
    why: "it joins the values of a header, cookies aside",
  },
  {
    case: "OPTIONS is refused",
    instead: { status: 404, "answer allow": "none" },
    of: "serverless-offline",
    why: "its routes for any method leave OPTIONS out",
  },
  {
    case: "a browser of another origin is not let in",
    instead: { "answer access-control-allow-origin": "https://elsewhere.test" },
    of: "serverless-offline",
    why: "it lets every origin in by itself",
  },
  {
    case: "an answer that breaks off does not look whole",
    instead: { status: 502, ending: "ended" },
    of: "serverless-offline",
    why: `${streams}: one that breaks off becomes an error`,
  },
  {
    case: "the first byte of an answer does not wait for the last",
    instead: { "first byte": "with the last" },
    of: "serverless-offline",
    why: streams,
  },
  {
    case: "a caller who leaves takes the call along",
    instead: { call: "goes on" },
    of: "serverless-offline",
    why: `${streams}, whether or not its caller is still there`,
  },
];
