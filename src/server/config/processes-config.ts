import { availableParallelism, totalmem } from 'node:os';

export interface ProcessesConfig {
  /** The total of all processes. */
  databasePoolSize: number;
  /**
   * Processes that respond to requests. With more than one, the primary process is an additional one (decision 33).
   */
  processes: number;
  /** The niceness of background work, from 0 to 19. */
  backgroundNiceness: number;
}

export const processVariables = [
  { name: 'FLUX_DATABASE_POOL', secret: false },
  { name: 'FLUX_PROCESSES', secret: false },
  { name: 'FLUX_BACKGROUND_NICENESS', secret: false },
] as const;
type VariableName = (typeof processVariables)[number]['name'];

/** What the processes have to share. */
export interface Machine {
  cores: number;
  /** Bytes. */
  memory: number;
}

/** The limits of the container, if there are any. */
export function thisMachine(): Machine {
  const allowed = process.constrainedMemory();
  return {
    cores: availableParallelism(),
    memory: allowed > 0 ? Math.min(allowed, totalmem()) : totalmem(),
  };
}

const maxProcesses = 64;
const maxConnections = 400;
/** Memory of a busy process; a small one needs a fifth of it. */
const processBytes = 512 * 2 ** 20;
/** One connection for all locks, and two for requests. */
const minPoolSingle = 3;
/** One connection for all locks, one for each concurrent publication, and one for other requests. */
const minPoolPerProcess = 5;
/** The process that works in the background has these besides. */
const backgroundConnections = 2;
const defaultPoolPerProcess = 6;
const defaultPoolSingle = 10;
/** An external PostgreSQL usually allows a hundred connections in total. */
const maxExternalPool = 40;

interface Reading {
  read(name: VariableName): string | undefined;
  readInteger(name: VariableName, fallback: number, least: number, most: number): number;
  problems: string[];
  machine: Machine;
  /** Whether the database is external. */
  isExternalDatabase: boolean;
}

/** As many processes as there are cores, memory and connections for, unless a number is given. */
export function readProcesses({
  read,
  readInteger,
  problems,
  machine,
  isExternalDatabase,
}: Reading): ProcessesConfig {
  const pool =
    read('FLUX_DATABASE_POOL') === undefined
      ? null
      : readInteger('FLUX_DATABASE_POOL', defaultPoolSingle, minPoolSingle, maxConnections);
  const maxDefaultPool = isExternalDatabase ? maxExternalPool : maxConnections;
  const defaultProcesses = Math.min(
    machine.cores,
    maxProcesses,
    Math.floor(machine.memory / processBytes),
    Math.floor(((pool ?? maxDefaultPool) - backgroundConnections) / minPoolPerProcess),
  );
  const processes = readInteger('FLUX_PROCESSES', Math.max(1, defaultProcesses), 1, maxProcesses);
  const least = processes === 1 ? minPoolSingle : processes * minPoolPerProcess + backgroundConnections;
  if (pool !== null && pool < least)
    problems.push(
      `FLUX_DATABASE_POOL is ${pool}, but FLUX_PROCESSES is ${processes}, and so many processes need ${least} connections or more.`,
    );
  const defaultPool = Math.min(
    maxDefaultPool,
    Math.max(defaultPoolSingle, processes * defaultPoolPerProcess),
  );
  return {
    processes,
    databasePoolSize: pool ?? Math.max(defaultPool, least),
    backgroundNiceness: readInteger('FLUX_BACKGROUND_NICENESS', 10, 0, 19),
  };
}

/** The connections of one process: equal shares, and more for the one that runs jobs. */
export function connectionsOf(
  { databasePoolSize, processes }: Pick<ProcessesConfig, 'databasePoolSize' | 'processes'>,
  works: boolean,
): number {
  const share = Math.floor((databasePoolSize - backgroundConnections) / processes);
  return works ? databasePoolSize - share * (processes - 1) : share;
}
