import { replyXml } from "../reply.ts";
import { S3Error } from "../s3-error.ts";
import type { Operation } from "./operation.ts";

/** Versioning isn't supported. */
export const bucketVersioning: Operation = async ({ call }) => replyXml(call, "VersioningConfiguration", {});

export const bucketLock: Operation = async () => {
  throw new S3Error("ObjectLockConfigurationNotFoundError", "Object Lock configuration does not exist for this bucket");
};

export const bucketLifecycle: Operation = async () => {
  throw new S3Error("NoSuchLifecycleConfiguration", "The lifecycle configuration does not exist");
};
