import { FILTER_FUNCTIONS, SUPPORTED_FORMATS } from "./capabilities.ts";
import type { EntityModel, PropertyModel } from "./entity-model.ts";
import type { SchemaModel } from "./metadata-xml.ts";

/** Returns `$metadata` as CSDL JSON, with the server's short names for annotations. */
export function metadataJson(schema: SchemaModel): Record<string, unknown> {
  const { file, withAnnotations } = schema;
  const entityTypes = schema.entities.map((entity) => [`${entity.name}_`, entityType(entity, schema)]);
  const actions = schema.scripts.map(({ name, id }) => [
    `Script.${name}`,
    [{ $Kind: "Action", ...(withAnnotations && { "@ScriptID": id }), $Parameter: [{ $Name: "scriptParameterValue" }] }],
  ]);
  const sets = schema.entities.map((entity) => [
    entity.name,
    {
      $Kind: "EntitySet",
      $Type: `${file}.${entity.name}_`,
      ...(entity.navigation.length > 0 && {
        $NavigationPropertyBinding: Object.fromEntries(entity.navigation.map((name) => [name, name])),
      }),
    },
  ]);
  return {
    $Version: "4.01",
    "@ServerVersion": schema.serverVersion,
    [file]: {
      ...(withAnnotations && { "@Org.OData.Core.V1.SchemaVersion": schema.schemaVersion }),
      ...Object.fromEntries([...entityTypes, ...actions, ...sets]),
      ...(withAnnotations && { $Annotations: { [file]: CAPABILITIES } }),
    },
  };
}

function entityType(entity: EntityModel, { file, withAnnotations }: SchemaModel): Record<string, unknown> {
  return {
    $Kind: "EntityType",
    ...(withAnnotations && entity.tableId !== undefined && { "@TableID": entity.tableId }),
    ...(entity.key.length > 0 && { $Key: entity.key }),
    ...Object.fromEntries(
      entity.properties.map((property) => [property.name, propertyJson(property, withAnnotations)]),
    ),
    ...(withAnnotations && { "@BestRowID": "ROWID", "@RowVersion": "ROWMODID" }),
    ...Object.fromEntries(
      entity.navigation.map((name) => [
        name,
        { $Kind: "NavigationProperty", $Collection: true, $Type: `${file}.${name}_` },
      ]),
    ),
  };
}

function propertyJson(property: PropertyModel, withAnnotations: boolean): Record<string, unknown> {
  return {
    ...(withAnnotations && property.fieldId !== undefined && { "@FieldID": property.fieldId }),
    ...(!property.isRequired && { $Nullable: true }),
    ...(property.defaultValue !== undefined && { $DefaultValue: property.defaultValue }),
    ...(withAnnotations && annotations(property)),
    $Type: property.type,
  };
}

function annotations(property: PropertyModel): Record<string, unknown> {
  return {
    ...Object.fromEntries(property.flags.map((flag) => [`@${flag}`, true])),
    ...(property.maxRepetitions > 1 && { "@MaxRepetitions": property.maxRepetitions }),
    ...(property.securePath !== undefined && { "@ExternalSecurePath": property.securePath }),
    ...(property.isComputed && { "@Org.OData.Core.V1.Computed": true }),
    ...(property.isReadOnly && { "@Org.OData.Core.V1.Permissions": "Org.OData.Core.V1.Permission@Read" }),
  };
}

const CAPABILITIES: Readonly<Record<string, unknown>> = {
  "@Org.OData.Core.V1.DereferenceableIDs": true,
  "@Org.OData.Core.V1.ConventionalIDs": true,
  "@Org.OData.Capabilities.V1.ConformanceLevel": "Org.OData.Capabilities.V1.ConformanceLevelType/Intermediate",
  "@Org.OData.Capabilities.V1.SupportedFormats": SUPPORTED_FORMATS,
  "@Org.OData.Capabilities.V1.AsynchronousRequestsSupported": false,
  "@Org.OData.Capabilities.V1.BatchContinueOnErrorSupported": true,
  "@Org.OData.Capabilities.V1.BatchContentIdReferencingInRequestBodiesSupported": true,
  "@Org.OData.Capabilities.V1.FilterFunctions": FILTER_FUNCTIONS,
};
