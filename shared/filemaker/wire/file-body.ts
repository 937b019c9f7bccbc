/** A file that is sent: what it is called, and its bytes from their beginning each time they are asked for. */
export interface SentFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  bytes(): AsyncIterable<Uint8Array>;
}

/** A file as the body of a call: what says so in its headers, and the bytes. */
export interface FileBody {
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly sizeBytes: number;
  /** From the beginning each time it is read, so that the call can be sent again. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Makes a call's body of a file. `nonce` is a text that could not be foreseen when the file's bytes were chosen. */
export type BodyForm = (file: SentFile, nonce: string) => FileBody;

/** The Data API's form: a multipart body whose part `upload` is the file. */
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

/** OData's form: the bytes as they are, the name in Content-Disposition. */
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

/** As browsers and curl write it: UTF-8 as it is, and three signs percent-encoded (WHATWG, multipart/form-data). A name has no line breaks. */
function quoted(fileName: string): string {
  return fileName.replaceAll('"', "%22");
}

/** FileMaker Server takes a plain name without quotes, and any other as RFC 5987 has it. */
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
