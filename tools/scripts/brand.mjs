/**
 * Draws the icons and the picture for shared links into src/web/public, where they are committed. Builds and
 * starts do not run this. Needs a Chromium, as the end-to-end tests do (CHROMIUM_PATH names one).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import sharp from 'sharp';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(project, 'src/web/public');
const fonts = join(project, 'node_modules/@fontsource-variable');

const ion = '#bdf045';
const room = '#0b0e13';
const letter = 'M8 7h16l-3.2 5.2H13.6v3.1h8.2l-3 4.9h-5.2V25H8z';

/**
 * @param {{ size: number, radius?: number, scale?: number }} look in units of 1/32; at scale 1 the mark fills
 * the icon
 */
function mark({ size, radius = 0, scale = 1 }) {
  const at = 16 - 16 * scale;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${size}" height="${size}"><rect width="32" height="32" rx="${radius}" fill="#0f131a"/><path transform="translate(${at} ${at}) scale(${scale})" d="${letter}" fill="${ion}"/></svg>`,
  );
}

const png = (look) => sharp(mark(look)).png({ compressionLevel: 9 }).toBuffer();

/** An .ico is a list of images. Browsers that request it accept PNG inside. */
function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, bytes }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(bytes.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += bytes.length;
  }
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)]);
}

/** Three invented games, drawn as the page draws them: no creator's work is used without permission. */
const scenes = [
  `<svg viewBox="0 0 400 300"><defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#171338"/><stop offset="1" stop-color="#7c2f6b"/></linearGradient><linearGradient id="u" x2="0" y2="1"><stop stop-color="#ffd166"/><stop offset="1" stop-color="#ff5d8f"/></linearGradient><clipPath id="c"><circle cx="200" cy="150" r="82"/></clipPath></defs>
  <rect width="400" height="300" fill="url(#s)"/><circle cx="200" cy="150" r="82" fill="url(#u)"/>
  <g clip-path="url(#c)">${[128, 148, 166, 182, 196].map((y, i) => `<rect x="100" y="${y}" width="200" height="${3 + i * 1.8}" fill="#4f2259"/>`).join('')}</g>
  <rect y="206" width="400" height="94" fill="#120e26"/>
  ${Array.from({ length: 21 }, (_, i) => `<path d="M${200 + (i - 10) * 16} 206L${200 + (i - 10) * 92} 300" stroke="#e84aa0" stroke-width="1.4" opacity=".75"/>`).join('')}
  ${[208, 214, 223, 236, 254, 278].map((y) => `<path d="M0 ${y}H400" stroke="#e84aa0" stroke-width="1.4" opacity=".75"/>`).join('')}
  <g transform="translate(0 -34)"><path d="M168 262l10-22h44l10 22v14h-64z" fill="#12d3ee"/><path d="M182 246h36l5 12h-46z" fill="#0a2a3d"/><path d="M172 266h16v5h-16zM212 266h16v5h-16z" fill="#ff3d3d"/></g></svg>`,
  `<svg viewBox="0 0 400 300"><defs><linearGradient id="w" x2="0" y2="1"><stop stop-color="#0fb7c9"/><stop offset="1" stop-color="#07304f"/></linearGradient></defs><rect width="400" height="300" fill="url(#w)"/>
  ${[40, 110, 180, 260, 330].map((x) => `<path d="M${x} 0l34 0-70 300h-46z" fill="#bff6f0" opacity=".13"/>`).join('')}
  <path d="M0 248q60-40 120-16t120-8 160-10V300H0z" fill="#082538"/>
  ${[60, 92, 300, 336, 360].map((x, i) => `<path d="M${x} 286q-14-34 2-60t-4-${44 + i * 6}" stroke="${['#ff7a59', '#ffb03a', '#e0559a', '#ff7a59', '#ffb03a'][i]}" stroke-width="9" stroke-linecap="round" fill="none"/>`).join('')}
  ${[
    [206, 116, 1.5],
    [120, 90, 0.9],
    [290, 158, 1],
    [160, 186, 0.8],
  ]
    .map(
      ([x, y, s]) =>
        `<g transform="translate(${x} ${y}) scale(${s})"><path d="M24 0l20-14v28z" fill="#ff8a1f"/><ellipse rx="30" ry="17" fill="#ffb321"/><path d="M-6-16v32h9v-32zM13-13v26h6v-26z" fill="#fff4dd"/><circle cx="-18" cy="-4" r="3.4" fill="#15222c"/></g>`,
    )
    .join('')}</svg>`,
  `<svg viewBox="0 0 400 300"><defs><linearGradient id="d" x2="0" y2="1"><stop stop-color="#6a74d8"/><stop offset=".6" stop-color="#ffb58a"/></linearGradient></defs><rect width="400" height="300" fill="url(#d)"/><circle cx="276" cy="96" r="30" fill="#fff1cf"/>
  <path d="M0 176q90-56 190-22t210-30V300H0z" fill="#e08a5b"/><path d="M0 214q120-58 220-10t180-22V300H0z" fill="#b4604f"/><path d="M0 256q100-46 210-14t190-12V300H0z" fill="#6f3350"/>
  <path d="M150 206l3-46 34 46z" fill="#fff7ea"/><path d="M146 160h3v52h-3z" fill="#3b2034"/><path d="M128 210h64l-10 10h-44z" fill="#3b2034"/></svg>`,
];

const sharePage = async () => {
  const font = (await readFile(join(fonts, 'geist/files/geist-latin-wght-normal.woff2'))).toString('base64');
  return `<!doctype html><style>
    @font-face { font-family: Geist; src: url(data:font/woff2;base64,${font}); font-weight: 100 900; }
    * { box-sizing: border-box; margin: 0; }
    body { width: 1200px; height: 630px; overflow: hidden; position: relative; background: ${room}; color: #eceef1; font-family: Geist; -webkit-font-smoothing: antialiased; }
    .beam { position: absolute; inset: -60px; background: conic-gradient(from 246deg at 104% -8%, transparent 0deg, oklch(0.88 0.2 126 / .05) 4deg, oklch(0.88 0.2 126 / .34) 16deg, oklch(0.92 0.06 230 / .24) 26deg, transparent 42deg); filter: blur(16px); }
    .screens { position: absolute; inset: 0; }
    .screens svg { position: absolute; display: block; border-radius: 14px; box-shadow: 0 24px 80px -10px rgb(0 0 0 / .7), 0 0 0 1px rgb(255 255 255 / .12); }
    .screens svg:nth-child(1) { width: 520px; left: 628px; top: 78px; }
    .screens svg:nth-child(2) { width: 250px; left: 628px; top: 388px; }
    .screens svg:nth-child(3) { width: 250px; left: 898px; top: 388px; }
    .screens svg:nth-child(1) { height: 290px; } .screens svg:nth-child(n + 2) { height: 164px; }
    header { position: absolute; left: 72px; top: 78px; display: flex; align-items: center; gap: 18px; font-size: 36px; font-weight: 600; letter-spacing: -0.02em; }
    header svg { width: 60px; height: 60px; }
    h1 { position: absolute; left: 72px; top: 240px; font-size: 69px; line-height: 74px; font-weight: 600; letter-spacing: -0.045em; }
    p { position: absolute; left: 72px; top: 424px; width: 480px; font-size: 29px; line-height: 41px; color: #a3a9b3; letter-spacing: -0.01em; }
  </style><div class="beam"></div><div class="screens">${scenes.map((scene) => scene.replace('<svg', '<svg preserveAspectRatio="xMidYMid slice"')).join('')}</div>
  <header>${mark({ size: 60, radius: 7 })}Flux</header>
  <h1>Your Unity game,<br>in any browser.</h1><p>Upload a Unity web build and share the link.</p>`;
};

async function drawShared() {
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
    await page.setContent(await sharePage());
    await page.evaluate(() => document.fonts.ready);
    return sharp(await page.screenshot())
      .jpeg({ quality: 86, mozjpeg: true })
      .toBuffer();
  } finally {
    await browser.close();
  }
}

const rounded = (size) => png({ size, radius: 7 });
const files = {
  // Systems round the corners of these icons. A maskable icon keeps a circle of four fifths, and the mark is
  // inside it.
  'apple-touch-icon.png': png({ size: 180, scale: 1.1 }),
  'icon-192.png': rounded(192),
  'icon-512.png': rounded(512),
  'icon-maskable-512.png': png({ size: 512 }),
  'favicon.ico': Promise.all(
    [16, 32, 48].map(async (size) => ({ size, bytes: await png({ size, radius: 7 }) })),
  ).then(ico),
  'share.jpg': drawShared(),
};
for (const [name, made] of Object.entries(files)) {
  const bytes = await made;
  await writeFile(join(folder, name), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}
