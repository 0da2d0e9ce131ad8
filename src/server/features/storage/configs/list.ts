import type { Context } from '#server/context.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { StorageConfig, StorageStats } from '#shared/storage/storage.ts';
import { readTotals } from '../totals.ts';
import { presentConfig } from './present.ts';
import { type ConfigRow, findConfig, getActiveId, listConfigs, listMoves } from './store.ts';

type Services = Pick<Context, 'db' | 'config' | 'secretKey'>;

/** The active one first, then the newest. */
export async function listStorageConfigs(context: Services): Promise<StorageConfig[]> {
  const { db } = context;
  const [rows, activeId, files, moves] = await Promise.all([
    listConfigs(db),
    getActiveId(db),
    readTotals(db),
    listMoves(db),
  ]);
  const facts = { activeId, files, moves: new Map(moves.map((move) => [move.target_id, move])) };
  const configs = rows.map((row) => presentConfig(context, row, facts));
  return configs.sort((a, b) => Number(b.isActive) - Number(a.isActive));
}

/** @throws FluxError `not_found` */
export async function getStorageConfig(context: Services, id: string): Promise<StorageConfig> {
  const config = (await listStorageConfigs(context)).find((each) => each.id === id);
  if (!config) throw noConfig();
  return config;
}

export async function getActiveStorageConfig(context: Services): Promise<StorageConfig> {
  const [first] = await listStorageConfigs(context);
  if (!first?.isActive) throw noConfig();
  return first;
}

export async function getStorageStats(context: Services): Promise<StorageStats> {
  const configs = await listStorageConfigs(context);
  const having = (status: StorageConfig['testStatus']) =>
    configs.filter(({ testStatus }) => testStatus === status).length;
  return {
    activeConfigName: configs.find(({ isActive }) => isActive)?.name ?? '',
    totalConfigs: configs.length,
    testResults: { success: having('success'), failed: having('failed') },
  };
}

/** @throws FluxError `not_found` */
export async function getConfigRow({ db }: Pick<Context, 'db'>, id: string): Promise<ConfigRow> {
  const row = await findConfig(db, id);
  if (!row) throw noConfig();
  return row;
}

export function noConfig(): FluxError {
  return new FluxError('not_found', 'This storage configuration no longer exists.');
}
