import * as z from 'zod/mini';
import { textBlock, textLine } from '../contract/contract.ts';
import { buildFileExtensions, maxUploadBytesDefault } from '../versions/build-file.ts';

export const storageProviders = ['local', 'aws-s3', 'google-cloud', 'azure-blob'] as const;
export type StorageProvider = (typeof storageProviders)[number];

/** Display names. */
export const storageProviderLabels: Record<StorageProvider, string> = {
  local: 'Local Storage',
  'aws-s3': 'AWS S3',
  'google-cloud': 'Google Cloud Storage',
  'azure-blob': 'Azure Blob Storage',
};

export const storageRegions = [
  'us-east-1',
  'us-west-2',
  'eu-west-1',
  'ap-southeast-1',
  'ap-northeast-1',
] as const;

const megabyte = 1_048_576;
export const leastMaxFileSize = megabyte;
export const mostMaxFileSize = 1000 * megabyte;
export const maxRetentionDays = 3650;

const sizeMessage = 'Max file size must be from 1 to 1000 MB';
const daysMessage = `Retention must be a whole number of days from 1 to ${maxRetentionDays}`;

export const storageSettingsSchema = z.strictObject({
  /** Whether players may download files of public applications directly from the provider, by a signed address. */
  publicRead: z.boolean(),
  /** Bytes. */
  maxFileSize: z
    .int(sizeMessage)
    .check(z.gte(leastMaxFileSize, sizeMessage), z.lte(mostMaxFileSize, sizeMessage)),
  allowedExtensions: z
    .array(
      z.enum(buildFileExtensions, `Please choose among ${buildFileExtensions.join(', ')}`),
      'Please choose at least one file extension',
    )
    .check(
      z.minLength(1, 'Please choose at least one file extension'),
      z.maxLength(buildFileExtensions.length, 'Please choose each file extension once'),
      z.overwrite((extensions) => buildFileExtensions.filter((each) => extensions.includes(each))),
    ),
  /** Days after which the uploads of inactive versions are deleted; null: never. */
  retentionDays: z.nullable(
    z.int(daysMessage).check(z.gte(1, daysMessage), z.lte(maxRetentionDays, daysMessage)),
  ),
});
export type StorageSettings = z.output<typeof storageSettingsSchema>;

/** The defaults of a new configuration. */
export const storageDefaults = {
  provider: 'local',
  region: 'us-east-1',
  settings: {
    publicRead: false,
    maxFileSize: maxUploadBytesDefault,
    allowedExtensions: [...buildFileExtensions],
    retentionDays: 365,
  },
} as const satisfies { provider: StorageProvider; region: string; settings: StorageSettings };

/** The visible part of a secret. */
export const maskedSecretSchema = z.strictObject({
  set: z.boolean(),
  /** Its last characters, as '••••1234'; null if it is too short, or if there is none. */
  hint: z.nullable(z.string()),
});
export type MaskedSecret = z.output<typeof maskedSecretSchema>;

const tooLong = 'This is too long.';

/**
 * A new secret. Omitted, empty, or in the masked form: the stored secret stays, unless the address changes
 * (`secretProblems`). Null removes an optional secret.
 */
const secret = (maxLength: number, isValid: (value: string) => boolean, problem: string) =>
  z.optional(
    z.nullable(
      z.union(
        [
          textBlock(maxLength, tooLong).check(z.refine((value) => value === '' || isValid(value), problem)),
          maskedSecretSchema,
        ],
        'Please enter a text',
      ),
    ),
  );

const optionalLine = (isValid: (value: string) => boolean, problem: string) =>
  z.optional(
    z.nullable(textLine(1_000, tooLong).check(z.refine((value) => value === '' || isValid(value), problem))),
  );

const bucketName = (required: string, pattern: RegExp) =>
  textLine(222, tooLong, required).check(
    z.refine((value) => value === '' || pattern.test(value), 'This is not a valid name'),
  );

/** From a service account key; all addresses in it are omitted. */
const googleKeySchema = z.object({
  client_email: z.string().check(z.minLength(1)),
  private_key: z.string().check(z.minLength(1)),
});

/** A Google service account key as JSON; null if it is not one. */
export function readGoogleKey(text: string): z.output<typeof googleKeySchema> | null {
  try {
    return z.parse(googleKeySchema, JSON.parse(text));
  } catch {
    return null;
  }
}

const isOneLine = (text: string) => !/[\r\n\t]/.test(text);

/** Scheme, host, port and path. Programs disagree about hosts with encoded or control characters. */
export function isStorageEndpoint(text: string): boolean {
  return /^https?:\/\/(?:[\p{L}\p{M}0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:\/[^\s?#@\\\p{Cc}]*)?$/iu.test(
    text,
  );
}

const awsInput = z
  .strictObject({
    accessKeyId: textLine(128, tooLong, 'Please enter the access key ID'),
    secretAccessKey: secret(256, isOneLine, 'A secret access key is one line'),
    region: textLine(64, tooLong, 'Please choose a region').check(
      z.refine((value) => value === '' || /^[a-z0-9-]+$/.test(value), 'This is not a valid region'),
    ),
    bucketName: bucketName('Please enter the bucket name', /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/),
    /** Of an S3-compatible service; empty or null: Amazon's own. */
    endpoint: optionalLine(
      isStorageEndpoint,
      'The endpoint must be an address such as https://s3.example.com',
    ),
  })
  .check(
    z.refine(
      ({ region, endpoint }) => Boolean(endpoint) || storageRegions.some((known) => known === region),
      {
        path: ['region'],
        error: 'Please choose one of the regions, or enter the endpoint of another service',
      },
    ),
  );

const googleInput = z.strictObject({
  projectId: textLine(63, tooLong, 'Please enter the project ID').check(
    z.refine((value) => value === '' || /^[a-z0-9.:-]+$/.test(value), 'This is not a valid project ID'),
  ),
  bucketName: bucketName('Please enter the bucket name', /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/),
  /** The name of a file in the operator's folder for keys. */
  keyFilename: optionalLine(
    (value) => /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}$/.test(value),
    'Please enter the name of a file in the folder for keys, without a path',
  ),
  /** The service account key: the JSON text from Google. */
  credentials: secret(
    20_000,
    (text) => readGoogleKey(text) !== null,
    'This is not the JSON key of a service account',
  ),
});

/** The endpoints in an Azure connection string are addresses. */
function namesEndpointsWell(text: string): boolean {
  return text.split(';').every((part) => {
    const [, name, value = ''] = /^\s*(\w*Endpoint|EndpointSuffix)\s*=\s*(.*?)\s*$/i.exec(part) ?? [];
    if (name === undefined) return true;
    return isStorageEndpoint(/^EndpointSuffix$/i.test(name) ? `https://${value}` : value);
  });
}

const azureInput = z.strictObject({
  connectionString: secret(
    4_000,
    (text) =>
      isOneLine(text) &&
      /(^|;)\s*(AccountName|BlobEndpoint|UseDevelopmentStorage)=[^;]/i.test(text) &&
      namesEndpointsWell(text),
    'A connection string is one line such as DefaultEndpointsProtocol=https;AccountName=…;AccountKey=…',
  ),
  accountName: optionalLine(
    (value) => /^[a-z0-9]{3,24}$/.test(value),
    'An account name has 3 to 24 lower-case letters and digits',
  ),
  accountKey: secret(512, isOneLine, 'An account key is one line'),
  containerName: bucketName('Please enter the container name', /^(?=.{3,63}$)[a-z0-9](?:-?[a-z0-9])*$/),
});

/** The fields of other providers and those that the server decides: accepted and dropped. */
const dropped = z.optional(z.unknown());
const sentAlong = {
  ...{ _id: dropped, id: dropped, isActive: dropped, testStatus: dropped, testProblem: dropped },
  ...{
    lastTested: dropped,
    createdAt: dropped,
    updatedAt: dropped,
    files: dropped,
    move: dropped,
    can: dropped,
  },
};

/** The name and the purpose of a configuration. */
export const storageConfigFields = {
  name: textLine(100, 'The name must be at most 100 characters', 'Please enter a name'),
  description: z._default(textBlock(1_000, 'The description must be at most 1000 characters'), ''),
};

const common = { ...sentAlong, ...storageConfigFields };

const inputSchema = <Settings extends z.ZodMiniType<StorageSettings>>(settings: Settings) => {
  const all = { ...common, settings };
  return z.discriminatedUnion(
    'provider',
    [
      z.strictObject({
        ...all,
        provider: z.literal('local'),
        ...{ aws: dropped, googleCloud: dropped, azure: dropped },
      }),
      z.strictObject({
        ...all,
        provider: z.literal('aws-s3'),
        ...{ aws: awsInput, googleCloud: dropped, azure: dropped },
      }),
      z.strictObject({
        ...all,
        provider: z.literal('google-cloud'),
        ...{ aws: dropped, googleCloud: googleInput, azure: dropped },
      }),
      z.strictObject({
        ...all,
        provider: z.literal('azure-blob'),
        ...{ aws: dropped, googleCloud: dropped, azure: azureInput },
      }),
    ],
    'Please choose a provider',
  );
};

/** A complete configuration, as in the form and the API. */
export const storageConfigInputSchema = inputSchema(storageSettingsSchema);

const { shape } = storageSettingsSchema;
const defaults = storageDefaults.settings;

/** A new configuration: omitted settings get their defaults. */
export const newStorageConfigSchema = inputSchema(
  z._default(
    z.strictObject({
      publicRead: z._default(shape.publicRead, defaults.publicRead),
      maxFileSize: z._default(shape.maxFileSize, defaults.maxFileSize),
      allowedExtensions: z._default(shape.allowedExtensions, [...defaults.allowedExtensions]),
      retentionDays: z._default(shape.retentionDays, defaults.retentionDays),
    }),
    { ...defaults, allowedExtensions: [...defaults.allowedExtensions] },
  ),
);
export type StorageConfigInput = z.output<typeof storageConfigInputSchema>;

/** The account and the address that secrets belong to. */
interface StoredAccess {
  aws: { accessKeyId: string; endpoint: string | null; secretAccessKey: MaskedSecret } | null;
  azure: { accountName: string | null; connectionString: MaskedSecret } | null;
}

/**
 * The missing secrets, as fields with their messages. Stored secrets stay only while provider, account and
 * address are unchanged. Otherwise a stolen session could send them to another address.
 */
export function secretProblems(
  input: StorageConfigInput,
  stored: StoredAccess | null,
): Record<string, string> {
  if (input.provider === 'aws-s3') {
    const { aws } = input;
    if (isNewSecret(aws.secretAccessKey)) return {};
    const same =
      stored?.aws?.secretAccessKey.set &&
      stored.aws.accessKeyId === aws.accessKeyId &&
      stored.aws.endpoint === (aws.endpoint || null);
    return same ? {} : { 'aws.secretAccessKey': 'Please enter the secret access key' };
  }
  if (input.provider === 'azure-blob') {
    const { azure } = input;
    if (isNewSecret(azure.connectionString)) return {};
    const same =
      stored?.azure?.connectionString.set && stored.azure.accountName === (azure.accountName || null);
    return same ? {} : { 'azure.connectionString': 'Please enter the connection string' };
  }
  return {};
}

/** Whether a secret field contains a new secret. */
export function isNewSecret(value: string | MaskedSecret | null | undefined): value is string {
  return typeof value === 'string' && value !== '';
}
