// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation syntax for references

/** Alarms of the stack in serverless.yml, in the order of the runbooks. */
const alarms = [
  "DeadJobsAlarm",
  "DeadDeliveriesAlarm",
  "WaitingJobsAlarm",
  "WaitingDeliveriesAlarm",
  "FailureRateAlarm",
  "FunctionFailuresAlarm",
  "ThrottlesAlarm",
  "ConcurrencyAlarm",
  "StoreFailuresAlarm",
  "SweepFailuresAlarm",
  "RefusedSignInsAlarm",
];

/** Metric as CloudWatch dashboards write it: namespace, name, then names and values of dimensions. */
type Metric = readonly (string | { readonly label: string })[];

interface Graph {
  readonly title: string;
  readonly stat: string;
  readonly metrics: readonly Metric[];
}

const api = ["ApiName", "${self:provider.stage}-latchkey"];
const queueMetric = "ApproximateNumberOfMessagesVisible";
const waiting = (queue: string): Metric => [
  "AWS/SQS",
  queueMetric,
  "QueueName",
  `\${${queue}.QueueName}`,
  { label: queue },
];
const counted = (name: string): Metric => ["${AWS::StackName}", name];

const graphs: readonly Graph[] = [
  { title: "Calls", stat: "Sum", metrics: [["AWS/ApiGateway", "Count", ...api]] },
  {
    title: "Response time in milliseconds",
    stat: "p95",
    metrics: [
      ["AWS/ApiGateway", "Latency", ...api],
      ["AWS/ApiGateway", "IntegrationLatency", ...api],
    ],
  },
  {
    title: "Failures",
    stat: "Sum",
    metrics: ["Failures", "FunctionFailures", "StoreFailures", "SweepFailures", "RefusedSignIns"].map(counted),
  },
  {
    title: "Messages that wait or are dead",
    stat: "Maximum",
    metrics: ["Jobs", "Deliveries", "DeadJobs", "DeadDeliveries"].map(waiting),
  },
  {
    title: "Concurrent executions of the account",
    stat: "Maximum",
    metrics: [["AWS/Lambda", "ConcurrentExecutions"]],
  },
  {
    title: "Throttled and stopped invocations",
    stat: "Sum",
    metrics: [
      ["AWS/Lambda", "Throttles"],
      ["AWS/Lambda", "RecursiveInvocationsDropped", "FunctionName", "${JobsLambdaFunction}", { label: "jobs" }],
      [
        "AWS/Lambda",
        "RecursiveInvocationsDropped",
        "FunctionName",
        "${DeliveriesLambdaFunction}",
        { label: "deliveries" },
      ],
    ],
  },
  {
    title: "Throttles of the table",
    stat: "Sum",
    metrics: ["ReadThrottleEvents", "WriteThrottleEvents"].map((name) => [
      "AWS/DynamoDB",
      name,
      "TableName",
      "${Table}",
    ]),
  },
  {
    title: "Units of the table",
    stat: "Sum",
    metrics: ["ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"].map((name) => [
      "AWS/DynamoDB",
      name,
      "TableName",
      "${Table}",
    ]),
  },
];

/** Returns the body of the stack's dashboard: the alarms, then graphs in two columns. */
export function dashboardBody(): object {
  const [width, height, alarmHeight] = [12, 6, 3];
  const widgets = [
    {
      type: "alarm",
      ...{ x: 0, y: 0, width: 2 * width, height: alarmHeight },
      properties: { title: "Alarms", alarms: alarms.map((name) => `\${${name}.Arn}`) },
    },
    ...graphs.map(({ title, stat, metrics }, at) => ({
      type: "metric",
      ...{ x: (at % 2) * width, y: alarmHeight + Math.floor(at / 2) * height, width, height },
      properties: { title, stat, period: 300, region: "${AWS::Region}", view: "timeSeries", metrics },
    })),
  ];
  return { "Fn::Sub": JSON.stringify({ widgets }) };
}
