import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Writes `.gz` (gzip -9) and `.br` (brotli -q 11) beside each named file, as web servers expect them. */
for (const path of process.argv.slice(2)) {
  const content = await readFile(path);
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
}
const { user, system } = process.cpuUsage();
console.log((user + system) / 1_000_000);
