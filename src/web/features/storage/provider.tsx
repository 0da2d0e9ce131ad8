import { Boxes, Cloud, Database, HardDrive, type LucideIcon } from 'lucide-react';
import type { StorageConfig } from '#shared/storage/storage.ts';
import type { StorageProvider } from '#shared/storage/storage-form.ts';

const icons: Record<StorageProvider, LucideIcon> = {
  local: HardDrive,
  'aws-s3': Database,
  'google-cloud': Cloud,
  'azure-blob': Boxes,
};

export function ProviderMark({ provider }: { provider: StorageProvider }) {
  const Icon = icons[provider];
  return (
    <span
      aria-hidden="true"
      className="grid size-10 shrink-0 place-items-center rounded-control bg-raised ring-1 ring-line ring-inset"
    >
      <Icon size={20} strokeWidth={1.75} />
    </span>
  );
}

/** The location of its files, to distinguish configurations of one provider. */
export function storageLocation({ aws, googleCloud, azure }: StorageConfig): string[] {
  if (aws) return [aws.bucketName, aws.endpoint ? hostOf(aws.endpoint) : aws.region];
  if (googleCloud) return [googleCloud.bucketName, googleCloud.projectId];
  if (azure) return azure.accountName ? [azure.containerName, azure.accountName] : [azure.containerName];
  return [];
}

function hostOf(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : endpoint;
}
