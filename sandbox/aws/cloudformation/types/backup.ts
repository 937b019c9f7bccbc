import { ResourceRejected } from "../errors.ts";
import { arn, type ResourceType } from "../resource-type.ts";
import { isObject } from "../template.ts";
import { trusts } from "./policies.ts";
import { roleByArn } from "./role.ts";

export const backupVault: ResourceType = {
  type: "AWS::Backup::BackupVault",
  identify(request) {
    const name = String(request.properties.BackupVaultName);
    const attributes = { BackupVaultName: name, BackupVaultArn: arn(request, "backup", `backup-vault:${name}`) };
    return { id: name, attributes, uniqueKey: name, state: { objects: new Set() } };
  },
  // https://docs.aws.amazon.com/aws-backup/latest/devguide/API_DeleteBackupVault.html
  checkDelete({ id, state: { objects } }) {
    if ((objects?.size ?? 0) > 0)
      throw new ResourceRejected(`Backup vault cannot be deleted because it contains recovery points: ${id}`);
  },
};

export const backupPlan: ResourceType = {
  type: "AWS::Backup::BackupPlan",
  identify(request) {
    const id = `00000000-0000-0000-0000-${request.account.newId(12).toLowerCase()}`;
    const attributes = { BackupPlanId: id, BackupPlanArn: arn(request, "backup", `backup-plan:${id}`), VersionId: "1" };
    return { id, attributes };
  },
  // https://docs.aws.amazon.com/aws-backup/latest/devguide/API_DeleteBackupPlan.html
  checkDelete({ id, region }, account) {
    const selections = account.resources("AWS::Backup::BackupSelection", region);
    if (selections.some(({ properties }) => properties.BackupPlanId === id))
      throw new ResourceRejected("Related backup plan selections must be deleted prior to backup plan deletion");
  },
};

const defaultRole = ":role/service-role/AWSBackupDefaultServiceRole";

export const backupSelection: ResourceType = {
  type: "AWS::Backup::BackupSelection",
  identify({ account, properties: { BackupPlanId = "" } }) {
    const id = `00000000-0000-0000-0000-${account.newId(12).toLowerCase()}`;
    return { id, attributes: { Id: id, SelectionId: id, BackupPlanId } };
  },
  // https://docs.aws.amazon.com/aws-backup/latest/devguide/iam-service-roles.html
  check({ account, properties: { BackupSelection } }) {
    const { IamRoleArn } = isObject(BackupSelection) ? BackupSelection : {};
    if (String(IamRoleArn).endsWith(defaultRole) && account.hasBackupRole) return;
    const role = roleByArn(account, String(IamRoleArn));
    if (role === undefined || !trusts(role, "backup.amazonaws.com"))
      throw new ResourceRejected(`IAM Role ${IamRoleArn} does not have sufficient permissions`);
  },
};
