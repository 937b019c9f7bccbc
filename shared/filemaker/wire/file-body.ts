/** File to send: its name, and its bytes from the beginning for each read. */
export interface SentFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  bytes(): AsyncIterable<Uint8Array>;
}

/** File as the body of a call: its headers and bytes. */
export interface FileBody {
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly sizeBytes: number;
  /** Starts at the beginning each time it is read, so that the call can be repeated. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Creates a call's body from a file. `nonce` is a text that couldn't be predicted when the file was created. */
export type BodyForm = (file: SentFile, nonce: string) => FileBody;

/** Format of the Data API: a multipart body with the file as its part `upload`. */
export const multipartForm: BodyForm = ({ fileName, contentType, sizeBytes, bytes }, nonce) => {
  const boundary = `latchkey-${nonce}`;
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="upload"; filename="${quoted(fileName)}"\r\n` +
      `Content-Type: ${contentType}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const bodyBytes = head.length + sizeBytes + tail.length;
  return {
    sizeBytes: bodyBytes,
    headers: ["Content-Type", `multipart/form-data; boundary=${boundary}`, "Content-Length", String(bodyBytes)],
    content: rereadable(async function* () {
      yield head;
      yield* bytes();
      yield tail;
    }),
  };
};

/** Format of OData: the plain bytes, with the name in Content-Disposition. */
export const rawForm: BodyForm = ({ fileName, contentType, sizeBytes, bytes }) => ({
  sizeBytes,
  headers: [
    "Content-Type",
    contentType,
    "Content-Disposition",
    `inline; ${namedIn(fileName)}`,
    "Content-Length",
    String(sizeBytes),
  ],
  content: rereadable(bytes),
});

/**
 * Quotes a name like browsers and curl: UTF-8 with three characters percent-encoded (WHATWG, multipart/form-data). Names have no line
 * breaks.
 */
function quoted(fileName: string): string {
  return fileName.replaceAll('"', "%22");
}

/** Returns the file name parameter. FileMaker Server accepts a plain name without quotes, and others as in RFC 5987. */
function namedIn(fileName: string): string {
  if (/^[A-Za-z0-9._-]+$/.test(fileName)) return `filename=${fileName}`;
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename*=UTF-8''${encoded}`;
}

function rereadable(open: () => AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => open()[Symbol.asyncIterator]() };
}
