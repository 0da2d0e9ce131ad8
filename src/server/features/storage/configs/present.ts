import type { Context } from '#server/context.ts';
import { deleteProblem, isMoving, type StorageConfig, settableFileSize } from '#shared/storage/storage.ts';
import { addressOf } from '../connections/address.ts';
import { openSecrets, shown, unreadableSecretsMessage } from '../connections/secrets.ts';
import type { FileTotals } from '../totals.ts';
import type { ConfigRow, MoveRow } from './store.ts';

export interface ConfigFacts {
  activeId: string;
  /** By the id of a configuration; of those without files there is none. */
  files: ReadonlyMap<string, FileTotals>;
  /** By the id of the target. */
  moves: ReadonlyMap<string, MoveRow>;
}

type Services = Pick<Context, 'config' | 'secretKey'>;

export function presentConfig(context: Services, row: ConfigRow, facts: ConfigFacts): StorageConfig {
  const { unreadable, ...details } = detailsOf(context, row);
  const files = facts.files.get(row.id) ?? { count: 0, bytes: 0 };
  const move = presentMove(facts.moves.get(row.id));
  const isActive = row.id === facts.activeId;
  const all = [...facts.files.values()].reduce((sum, { count }) => sum + count, 0);
  return {
    _id: row.id,
    id: row.id,
    provider: row.provider,
    name: row.name,
    description: row.description,
    isActive,
    testStatus: unreadable ? 'failed' : row.test_status,
    testProblem: unreadable ? unreadableSecretsMessage : row.test_problem,
    lastTested: row.last_tested_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...details,
    settings: {
      publicRead: row.public_read,
      maxFileSize: row.max_file_size ?? settableFileSize(context.config.maxUploadBytes),
      allowedExtensions: row.allowed_extensions,
      retentionDays: row.retention_days,
    },
    files,
    move,
    can: {
      activate: !isActive,
      delete: deleteProblem({ id: row.id, isActive, files, move }) === null,
      edit: true,
      move: all > files.count && !isMoving(move),
    },
  };
}

/** The provider's fields; of secrets only hints. */
export function detailsOf(
  context: Services,
  row: ConfigRow,
): Pick<StorageConfig, 'aws' | 'googleCloud' | 'azure'> & { unreadable: boolean } {
  const address = addressOf(row);
  const { secrets, unreadable } = openSecrets(context, row);
  const details = { aws: null, googleCloud: null, azure: null, unreadable };
  if (address.provider === 'aws-s3')
    return { ...details, aws: { ...address.options, secretAccessKey: shown(secrets.secretAccessKey) } };
  if (address.provider === 'google-cloud')
    return { ...details, googleCloud: { ...address.options, credentials: shownKey(secrets.credentials) } };
  if (address.provider === 'azure-blob') {
    const connectionString = shown(secrets.connectionString);
    return {
      ...details,
      azure: { ...address.options, connectionString, accountKey: shown(secrets.accountKey) },
    };
  }
  return details;
}

/** A key ends in the same characters as every other. */
function shownKey(credentials: string | undefined) {
  return { ...shown(credentials), hint: null };
}

function presentMove(row: MoveRow | undefined): StorageConfig['move'] {
  if (!row) return null;
  return {
    state: row.state,
    filesDone: row.files_done,
    filesTotal: row.files_total,
    bytesDone: row.bytes_done,
    bytesTotal: row.bytes_total,
    problem: row.problem,
    startedAt: row.started_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
