import type { PlayerPage, PlayerPart } from '#shared/apps/themes.ts';
import type { BuildReport, FileRole } from '#shared/versions/versions.ts';
import { immutableAddress, type ServedFile } from '../../routing/address.ts';
import { encodePath } from '../../routing/target.ts';

interface BuildFiles {
  report: BuildReport;
  files: ReadonlyMap<string, ServedFile>;
}

interface StartedBuild extends BuildFiles {
  /** Whether the game is isolated for threads, and so needs them; as the build says where nothing else is known. */
  threads?: boolean;
}

/** The keys of `createUnityInstance`'s configuration that hold addresses, as Unity's stock pages write them. */
const urlKeys: Partial<Record<FileRole, string>> = {
  data: 'dataUrl',
  framework: 'frameworkUrl',
  wasm: 'codeUrl',
  memory: 'memoryUrl',
  symbols: 'symbolsUrl',
  worker: 'workerUrl',
};

/** What the page needs to start a Unity build without the creator's own page. */
export function unityPage({ report, files, threads = report.threads }: StartedBuild): PlayerPage {
  const roles = new Set(report.parts.map((part) => part.role));
  return {
    ...(report.loader === 'UnityLoader' ? loaderStage(report) : instanceStage(report, files)),
    needs: {
      webAssembly: roles.has('wasm') && !roles.has('asm'),
      webGl: !report.webGpu,
      threads,
    },
  };
}

type Staged = Pick<PlayerPage, 'stage' | 'parts'>;

function instanceStage(report: BuildReport, files: BuildFiles['files']): Staged {
  const loader = encodePath(pathOf(report, 'loader'));
  const addresses: Record<string, string> = {};
  const parts: PlayerPart[] = [];
  for (const part of report.parts) {
    const key = urlKeys[part.role];
    if (part.role === 'loader' && parts.length === 0) parts.push(playerPart(loader, part));
    if (key === undefined || addresses[key] !== undefined) continue;
    addresses[key] = addressOf(files, part.path);
    // Symbols are fetched after a crash alone.
    if (part.role !== 'symbols') parts.push(playerPart(addresses[key], part));
  }
  return {
    stage: {
      kind: 'instance',
      loader,
      config: { ...addresses, streamingAssetsUrl: 'StreamingAssets', ...identityOf(report) },
      urls: Object.keys(addresses),
      options: report.options ?? {},
      phonePixelRatio: report.phonePixelRatio ?? null,
    },
    parts,
  };
}

/** Large parts by the address of their content, which saves the redirect; relative, for wherever the root is. */
function addressOf(files: BuildFiles['files'], path: string): string {
  const file = files.get(path);
  return (file && immutableAddress(file)?.slice(1)) ?? encodePath(path);
}

/**
 * What the creator's page said, and no more: Unity's cache lies under these names, and a loader has its own
 * words for what is not said. A build without a page said nothing; a loader asks for all three.
 */
function identityOf(report: BuildReport): Record<string, string> {
  const { companyName, productName, productVersion, pageMade } = report;
  return {
    ...(pageMade ? { companyName: 'DefaultCompany', productName: 'Unity game', productVersion: '1.0' } : {}),
    ...(companyName === null ? {} : { companyName }),
    ...(productName === null ? {} : { productName }),
    ...(productVersion === null ? {} : { productVersion }),
  };
}

/** The older loader resolves the parts, and the streaming assets, against the JSON file's own address. */
function loaderStage(report: BuildReport): Staged {
  const loader = encodePath(pathOf(report, 'loader'));
  const config = encodePath(pathOf(report, 'config'));
  const hasWasm = report.parts.some(({ role }) => role === 'wasm');
  return {
    stage: { kind: 'loader', loader, config },
    parts: report.parts
      .filter(({ role }) => role !== 'symbols')
      .map((part) => {
        const made = playerPart(encodePath(part.path), part);
        // Of code for two targets browsers take this one, and none asks for what belongs to the other.
        return hasWasm && part.path.includes('.asm.') ? { ...made, cost: 0 } : made;
      }),
  };
}

/** What is left on the line of code and of data, by brotli, where nobody packed them before: measured on real builds. */
const packedShare = { code: 0.2, data: 0.45 };

function playerPart(
  address: string,
  { role, bytes, storedBytes, encoding }: BuildReport['parts'][number],
): PlayerPart {
  const packed = Math.ceil(bytes * (role === 'data' ? packedShare.data : packedShare.code));
  return { address, bytes, cost: encoding === 'identity' ? packed : storedBytes };
}

function pathOf(report: BuildReport, role: FileRole): string {
  return report.parts.find((part) => part.role === role)?.path ?? '';
}
