import { availableParallelism, totalmem } from 'node:os';

export interface ProcessesConfig {
  /** Of all processes together. */
  databasePoolSize: number;
  /** How many answer; more than one have another that answers nobody (decision 33). */
  processes: number;
  /** Steps of niceness, from 0 to 19, that background work is below requests. */
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

/** Of a container what it may use, and not what is there. */
export function thisMachine(): Machine {
  const allowed = process.constrainedMemory();
  return {
    cores: availableParallelism(),
    memory: allowed > 0 ? Math.min(allowed, totalmem()) : totalmem(),
  };
}

const mostProcesses = 64;
const mostConnections = 400;
/** What a process takes when it has much to do; a small one is content with a fifth of it. */
const processBytes = 512 * 2 ** 20;
/** One for all locks, and two for whoever works. */
const leastOfOne = 3;
/** One for all locks, one for each of the publications that there are at once, and one for whoever else works. */
const leastOfEach = 5;
/** The process that works in the background has these besides. */
const ofBackgroundWork = 2;
const usualOfEach = 6;
const usualOfOne = 10;
/** A PostgreSQL of others commonly takes a hundred connections, of everybody. */
const usualElsewhere = 40;

interface Reading {
  read(name: VariableName): string | undefined;
  readInteger(name: VariableName, fallback: number, least: number, most: number): number;
  problems: string[];
  machine: Machine;
  /** Whether somebody else runs the database. */
  isElsewhere: boolean;
}

/** As many processes as there are cores, memory and connections for, unless a number is given. */
export function readProcesses({
  read,
  readInteger,
  problems,
  machine,
  isElsewhere,
}: Reading): ProcessesConfig {
  const pool =
    read('FLUX_DATABASE_POOL') === undefined
      ? null
      : readInteger('FLUX_DATABASE_POOL', usualOfOne, leastOfOne, mostConnections);
  const mostUsual = isElsewhere ? usualElsewhere : mostConnections;
  const usual = Math.min(
    machine.cores,
    mostProcesses,
    Math.floor(machine.memory / processBytes),
    Math.floor(((pool ?? mostUsual) - ofBackgroundWork) / leastOfEach),
  );
  const processes = readInteger('FLUX_PROCESSES', Math.max(1, usual), 1, mostProcesses);
  const least = processes === 1 ? leastOfOne : processes * leastOfEach + ofBackgroundWork;
  if (pool !== null && pool < least)
    problems.push(
      `FLUX_DATABASE_POOL is ${pool}, but FLUX_PROCESSES is ${processes}, and so many processes need ${least} connections or more.`,
    );
  const usualPool = Math.min(mostUsual, Math.max(usualOfOne, processes * usualOfEach));
  return {
    processes,
    databasePoolSize: pool ?? Math.max(usualPool, least),
    backgroundNiceness: readInteger('FLUX_BACKGROUND_NICENESS', 10, 0, 19),
  };
}

/** How many connections one of several processes may have: equal shares, and some more for the background work. */
export function connectionsOf(
  { databasePoolSize, processes }: Pick<ProcessesConfig, 'databasePoolSize' | 'processes'>,
  works: boolean,
): number {
  const share = Math.floor((databasePoolSize - ofBackgroundWork) / processes);
  return works ? databasePoolSize - share * (processes - 1) : share;
}
