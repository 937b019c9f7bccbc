import { FILTER_FUNCTIONS, SUPPORTED_FORMATS } from "./capabilities.ts";
import type { EntityModel, PropertyModel } from "./entity-model.ts";
import type { ScriptModel } from "./script-models.ts";

/** Source of both forms of `$metadata`. */
export interface SchemaModel {
  /** Name of the file as spelled in the request. */
  readonly file: string;
  readonly serverVersion: string;
  readonly schemaVersion: string;
  readonly entities: readonly EntityModel[];
  readonly scripts: readonly ScriptModel[];
  readonly withAnnotations: boolean;
}

/** Returns `$metadata` as CSDL XML. */
export function metadataXml(schema: SchemaModel): string {
  const namespace = `com.filemaker.odata.${schema.file}`;
  const annotate = (term: string, value: string): string =>
    schema.withAnnotations ? `<Annotation Term="${term}" ${value}/>` : "";
  const entityType = (entity: EntityModel): string =>
    [
      `<EntityType Name="${xmlText(entity.name)}_">`,
      entity.tableId === undefined ? "" : annotate("com.filemaker.odata.TableID", `String="${entity.tableId}"`),
      entity.key.length === 0
        ? ""
        : `<Key>${entity.key.map((name) => `<PropertyRef Name="${xmlText(name)}"/>`).join("")}</Key>`,
      ...entity.properties.map((property) => propertyXml(property, schema.withAnnotations)),
      annotate("com.filemaker.odata.BestRowID", 'String="ROWID"'),
      annotate("com.filemaker.odata.RowVersion", 'String="ROWMODID"'),
      ...entity.navigation.map(
        (name) =>
          `<NavigationProperty Name="${xmlText(name)}" Type="Collection(${xmlText(namespace)}.${xmlText(name)}_)"/>`,
      ),
      "</EntityType>",
    ].join("");
  const entitySet = (entity: EntityModel): string =>
    [
      `<EntitySet Name="${xmlText(entity.name)}" EntityType="${xmlText(namespace)}.${xmlText(entity.name)}_">`,
      annotate("Org.OData.Core.V1.ResourcePath", `String="${xmlText(entity.name)}"`),
      ...entity.navigation.map(
        (name) => `<NavigationPropertyBinding Path="${xmlText(name)}" Target="${xmlText(name)}"/>`,
      ),
      "</EntitySet>",
    ].join("");
  const action = ({ name, id }: ScriptModel): string =>
    `<Action Name="Script.${xmlText(name)}">${annotate("com.filemaker.odata.ScriptID", `String="${id}"`)}<Parameter Name="scriptParameterValue" Type="Edm.String"/></Action>`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>\n',
    '<edmx:Edmx Version="4.01" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices>',
    `<Schema Namespace="${xmlText(namespace)}" xmlns="http://docs.oasis-open.org/odata/ns/edm">`,
    annotate("ServerVersion", `String="${schema.serverVersion}"`),
    annotate("Org.OData.Core.V1.SchemaVersion", `String="${schema.schemaVersion}"`),
    ...schema.entities.map(entityType),
    ...schema.scripts.map(action),
    `<EntityContainer Name="${xmlText(schema.file)}">`,
    ...schema.entities.map(entitySet),
    "</EntityContainer>",
    schema.withAnnotations ? capabilitiesXml(namespace) : "",
    "</Schema></edmx:DataServices></edmx:Edmx>",
  ].join("");
}

function propertyXml(property: PropertyModel, withAnnotations: boolean): string {
  const attributes = [
    `Name="${xmlText(property.name)}"`,
    `Type="${property.type}"`,
    property.isRequired ? 'Nullable="false"' : "",
    property.defaultValue === undefined ? "" : `DefaultValue="${xmlText(property.defaultValue)}"`,
  ];
  const open = `<Property ${attributes.filter((attribute) => attribute !== "").join(" ")}`;
  if (!withAnnotations) return `${open}/>`;
  const annotations = [
    property.fieldId === undefined
      ? ""
      : `<Annotation Term="com.filemaker.odata.FieldID" String="${property.fieldId}"/>`,
    ...property.flags.map((flag) => `<Annotation Term="com.filemaker.odata.${flag}" Bool="true"/>`),
    property.maxRepetitions > 1
      ? `<Annotation Term="com.filemaker.odata.MaxRepetitions" Int="${property.maxRepetitions}"/>`
      : "",
    property.securePath === undefined
      ? ""
      : `<Annotation Term="com.filemaker.odata.ExternalSecurePath" String="${xmlText(property.securePath)}"/>`,
    property.isComputed ? '<Annotation Term="Org.OData.Core.V1.Computed" Bool="true"/>' : "",
    property.isReadOnly
      ? '<Annotation Term="Org.OData.Core.V1.Permissions"><EnumMember>Org.OData.Core.V1.Permission/Read</EnumMember></Annotation>'
      : "",
  ];
  return `${open}>${annotations.join("")}</Property>`;
}

function capabilitiesXml(namespace: string): string {
  const list = (values: readonly string[]): string =>
    `<Collection>${values.map((value) => `<String>${value}</String>`).join("")}</Collection>`;
  const capability = "Org.OData.Capabilities.V1";
  return [
    `<Annotations Target="${xmlText(namespace)}">`,
    '<Annotation Term="Org.OData.Core.V1.DereferenceableIDs" Bool="true"/>',
    '<Annotation Term="Org.OData.Core.V1.ConventionalIDs" Bool="true"/>',
    `<Annotation Term="${capability}.ConformanceLevel"><EnumMember>${capability}.ConformanceLevelType/Intermediate</EnumMember></Annotation>`,
    `<Annotation Term="${capability}.SupportedFormats">${list(SUPPORTED_FORMATS)}</Annotation>`,
    `<Annotation Term="${capability}.AsynchronousRequestsSupported" Bool="false"/>`,
    `<Annotation Term="${capability}.BatchContinueOnErrorSupported" Bool="true"/>`,
    `<Annotation Term="${capability}.BatchContentIdReferencingInRequestBodiesSupported" Bool="true"/>`,
    `<Annotation Term="${capability}.FilterFunctions">${list(FILTER_FUNCTIONS)}</Annotation>`,
    `<Annotation Term="${capability}.ApplySupportedDefaults"><Record><PropertyValue Property="Supported" Bool="true"/>`,
    '<PropertyValue Property="Capabilities" Collection="true"><EnumMember>Org.OData.Aggregation.V1.Aggregate</EnumMember>',
    "<EnumMember>Org.OData.Aggregation.V1.GroupBy</EnumMember></PropertyValue></Record></Annotation>",
    "</Annotations>",
  ].join("");
}

export function xmlText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
