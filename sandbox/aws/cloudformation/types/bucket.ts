import { ResourceRejected } from "../errors.ts";
import { generatedName, globalRegion, type ResourceType } from "../resource-type.ts";

export const bucket: ResourceType = {
  type: "AWS::S3::Bucket",
  // Names are unique in all regions and accounts: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
  isGlobal: true,
  identify(request) {
    const name = String(request.properties.BucketName ?? generatedName(request, 63).toLowerCase());
    const attributes = {
      Arn: `arn:aws:s3:::${name}`,
      DomainName: `${name}.s3.amazonaws.com`,
      RegionalDomainName: `${name}.s3.${request.region}.amazonaws.com`,
      DualStackDomainName: `${name}.s3.dualstack.${request.region}.amazonaws.com`,
    };
    return { id: name, attributes, uniqueKey: name, state: { objects: new Set() } };
  },
  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucket.html
  checkDelete({ state: { objects } }) {
    if ((objects?.size ?? 0) > 0) throw new ResourceRejected("The bucket you tried to delete is not empty");
  },
};

export const bucketPolicy: ResourceType = {
  type: "AWS::S3::BucketPolicy",
  isGlobal: true,
  identify: ({ properties: { Bucket } }) => ({ id: String(Bucket), uniqueKey: `The bucket policy of ${Bucket}` }),
  check({ account, properties: { Bucket } }) {
    if (account.find("AWS::S3::Bucket", globalRegion, String(Bucket)) === undefined)
      throw new ResourceRejected("The specified bucket does not exist");
  },
};
