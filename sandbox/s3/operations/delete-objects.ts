import { receiveBody } from "../receive-body.ts";
import { replyEmpty, replyXml } from "../reply.ts";
import { S3Error } from "../s3-error.ts";
import { texts } from "../xml.ts";
import type { Operation, Stage } from "./operation.ts";

export const deleteObject: Operation = async ({ call, bucket }) => {
  bucket.delete(call.key);
  replyEmpty(call, 204);
};

const maxKeys = 1000;

/** Deletes up to a thousand objects. */
export const deleteObjects: Operation = async (stage) => {
  const { call, bucket } = stage;
  const xml = await smallBody(stage);
  const keys = texts(xml, "Key");
  if (keys.length === 0 || keys.length > maxKeys)
    throw new S3Error("MalformedXML", "The XML you provided was not well-formed");
  for (const key of keys) bucket.delete(key);
  const isQuiet = texts(xml, "Quiet").includes("true");
  replyXml(call, "DeleteResult", { Deleted: isQuiet ? [] : keys.map((Key) => ({ Key })) });
};

const maxXmlBytes = 2 * 1024 * 1024;

/** Returns a body that is a document. */
export async function smallBody({ call, authentic }: Stage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  await receiveBody(call, authentic, async (bytes) => {
    size += bytes.byteLength;
    if (size > maxXmlBytes) throw new S3Error("MalformedXML", "The XML you provided is too long");
    pieces.push(bytes);
  });
  return Buffer.concat(pieces).toString();
}
