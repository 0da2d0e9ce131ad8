import type { FieldPath } from 'react-hook-form';
import type { StorageConfig } from '#shared/storage/storage.ts';
import {
  type MaskedSecret,
  type StorageConfigInput,
  type StorageProvider,
  secretProblems,
  storageConfigInputSchema,
  storageDefaults,
  storageRegions,
} from '#shared/storage/storage-form.ts';
import { buildFileExtensions } from '#shared/versions/build-file.ts';

const megabyte = 1_048_576;

export const freshAws = {
  accessKeyId: '',
  secretAccessKey: '',
  region: storageDefaults.region as string,
  bucketName: '',
  endpoint: '',
};

/** The form's state: texts as typed, by the names of the API. */
export interface StorageFields {
  provider: StorageProvider;
  name: string;
  description: string;
  aws: typeof freshAws;
  googleCloud: {
    projectId: string;
    bucketName: string;
    keyFilename: string;
    credentials: string;
    /** Whether to remove the stored key. */
    forget: boolean;
  };
  azure: { connectionString: string; accountName: string; containerName: string };
  settings: {
    publicRead: 'private' | 'public';
    /** In MB. */
    maxFileSize: string;
    allowedExtensions: string[];
    /** Blank: never. */
    retentionDays: string;
  };
}

/** The state of each secret of a stored configuration. */
export function secretsOf(
  config: StorageConfig | null,
): Record<'aws' | 'googleCloud' | 'azure', MaskedSecret> {
  const none: MaskedSecret = { set: false, hint: null };
  return {
    aws: config?.aws?.secretAccessKey ?? none,
    googleCloud: config?.googleCloud?.credentials ?? none,
    azure: config?.azure?.connectionString ?? none,
  };
}

/** The server never returns secrets: their fields begin blank. */
export function fieldsOf(config: StorageConfig | null): StorageFields {
  const { aws, googleCloud, azure } = config ?? {};
  const { publicRead, maxFileSize, allowedExtensions, retentionDays } =
    config?.settings ?? storageDefaults.settings;
  return {
    provider: config?.provider ?? storageDefaults.provider,
    name: config?.name ?? '',
    description: config?.description ?? '',
    aws: aws ? { ...aws, secretAccessKey: '', endpoint: aws.endpoint ?? '' } : freshAws,
    googleCloud: {
      projectId: googleCloud?.projectId ?? '',
      bucketName: googleCloud?.bucketName ?? '',
      keyFilename: googleCloud?.keyFilename ?? '',
      credentials: '',
      forget: false,
    },
    azure: {
      connectionString: '',
      accountName: azure?.accountName ?? '',
      containerName: azure?.containerName ?? '',
    },
    settings: {
      publicRead: publicRead ? 'public' : 'private',
      maxFileSize: String(Number((maxFileSize / megabyte).toFixed(2))),
      allowedExtensions: [...allowedExtensions],
      retentionDays: retentionDays === null ? '' : String(retentionDays),
    },
  };
}

/** The request body from the form; it may be invalid. */
export function inputOf(fields: StorageFields): StorageConfigInput {
  const { provider, name, description, settings } = fields;
  const common = {
    name,
    description,
    settings: {
      publicRead: settings.publicRead === 'public',
      maxFileSize: numberOf(settings.maxFileSize, (megabytes) => Math.round(megabytes * megabyte)),
      allowedExtensions: buildFileExtensions.filter((each) => settings.allowedExtensions.includes(each)),
      retentionDays: settings.retentionDays.trim() === '' ? null : numberOf(settings.retentionDays),
    },
  };
  if (provider === 'aws-s3') return { ...common, provider, aws: fields.aws };
  if (provider === 'google-cloud') {
    const { forget, credentials, ...rest } = fields.googleCloud;
    return {
      ...common,
      provider,
      googleCloud: { ...rest, credentials: forget && credentials === '' ? null : credentials },
    };
  }
  if (provider === 'azure-blob') return { ...common, provider, azure: fields.azure };
  return { ...common, provider };
}

/** NaN for an invalid number: then the schema's message appears. A blank field would become 0. */
function numberOf(text: string, convert = (value: number) => value): number {
  return text.trim() === '' ? Number.NaN : convert(Number(text));
}

/** Messages by field path, as from the server. */
export function problemsOf(fields: StorageFields, stored: StorageConfig | null): Record<string, string> {
  const input = inputOf(fields);
  const problems = secretProblems(input, stored);
  for (const { path, message } of storageConfigInputSchema.safeParse(input).error?.issues ?? [])
    problems[path.join('.')] ??= message;
  return problems;
}

/** Whether the stored secret of the provider stays if nothing is typed. */
export function isKept(fields: StorageFields, stored: StorageConfig | null): boolean {
  const { provider } = fields;
  if (stored?.provider !== provider) return false;
  if (provider === 'google-cloud') return secretsOf(stored).googleCloud.set;
  const blank = {
    ...fields,
    aws: { ...fields.aws, secretAccessKey: '' },
    azure: { ...fields.azure, connectionString: '' },
  };
  return Object.keys(secretProblems(inputOf(blank), stored)).length === 0;
}

/** In the order of the form. */
export const fieldPaths = [
  'provider',
  'name',
  'description',
  'aws.accessKeyId',
  'aws.secretAccessKey',
  'aws.region',
  'aws.bucketName',
  'aws.endpoint',
  'googleCloud.projectId',
  'googleCloud.bucketName',
  'googleCloud.keyFilename',
  'googleCloud.credentials',
  'azure.connectionString',
  'azure.containerName',
  'azure.accountName',
  'settings.maxFileSize',
  'settings.retentionDays',
  'settings.publicRead',
  'settings.allowedExtensions',
] as const satisfies FieldPath<StorageFields>[];

/** For an S3-compatible service, whose regions have their own names. */
export function isOtherRegion(region: string): boolean {
  return !storageRegions.some((known) => known === region);
}
