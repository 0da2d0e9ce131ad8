/** Where and how the drivers reach their provider. Texts are trimmed and not empty; secrets are in the clear here. */

export interface S3Options {
  region: string;
  bucketName: string;
  /** An S3-compatible service; null: Amazon's own in the region. */
  endpoint: string | null;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface GoogleOptions {
  projectId: string;
  bucketName: string;
  /** A service account's key, parsed; null: read from `keyFilename`. */
  credentials: GoogleCredentials | null;
  /** Absolute path of a key file in the configured folder; null: the machine's own credentials. */
  keyFilename: string | null;
}

/** The used fields; addresses in the key (`token_uri` and similar) are ignored on purpose. */
export interface GoogleCredentials {
  clientEmail: string;
  privateKey: string;
}

export interface AzureOptions {
  /** As the portal shows it, with AccountName and AccountKey, or a SharedAccessSignature; BlobEndpoint may be there. */
  connectionString: string;
  accountName: string | null;
  accountKey: string | null;
  containerName: string;
}
