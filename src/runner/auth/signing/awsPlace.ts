export interface AwsPlace {
  readonly service: string;
  readonly region: string;
}

const signedAs: Readonly<Record<string, string>> = {
  email: 'ses',
  queue: 'sqs',
  'bedrock-runtime': 'bedrock',
  'bedrock-agent-runtime': 'bedrock',
  'appsync-api': 'appsync',
  'lambda-url': 'lambda',
};

const region = /^(?:af|ap|ca|cn|eu|il|me|mx|sa|us)(?:-[a-z]+)+-\d$/;

/** Parses `bucket.s3.eu-west-1.amazonaws.com`, `search-x.eu-west-1.es.amazonaws.com`. Undefined for other hosts. */
export function awsPlace(hostname: string): AwsPlace | undefined {
  const m = /^((?:[a-z0-9-]+\.)*[a-z0-9-]+)\.(?:amazonaws\.com(?:\.cn)?|on\.aws|api\.aws)$/.exec(hostname.toLowerCase());
  if (m === null) return undefined;
  const names = (m[1] ?? '').split('.').filter((name) => name !== 'dualstack' && name !== 'vpce');
  const at = names.findLastIndex((name) => region.test(name));
  const last = names.at(-1) ?? '';
  // Legacy S3 hosts: `s3-eu-west-1.amazonaws.com`.
  const joined = /^s3-(.+)$/.exec(last)?.[1];
  if (joined !== undefined && region.test(joined)) return { service: 's3', region: joined };
  // Mostly SERVICE.REGION; some services use REGION.SERVICE.
  const name = at < 0 ? last : at === names.length - 1 ? names[at - 1] : last;
  if (name === undefined) return undefined;
  return { service: Object.hasOwn(signedAs, name) ? (signedAs[name] ?? name) : name, region: at < 0 ? 'us-east-1' : (names[at] ?? '') };
}
