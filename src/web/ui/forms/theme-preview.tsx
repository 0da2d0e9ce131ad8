import type { ReactNode } from 'react';
import type { Theme } from '#shared/apps/themes.ts';

/** Drawn in the colours of the themes' own styles: a loading game with the page around it. */
const drawings: Record<Theme, ReactNode> = {
  vanilla: (
    <>
      <rect width="96" height="60" fill="#ffffff" />
      <rect x="16" y="7" width="64" height="40" fill="#231f20" />
      <rect x="36" y="28" width="24" height="3" fill="#4d484a" />
      <rect x="36" y="28" width="15" height="3" fill="#ffffff" />
      <rect x="16" y="51" width="14" height="3" fill="#231f20" />
      <rect x="66" y="51" width="14" height="3" fill="#c9c7c8" />
    </>
  ),
  modern: (
    <>
      <rect width="96" height="60" fill="#0e1116" />
      <rect x="6" y="5" width="22" height="4" rx="2" fill="#eef1f5" />
      <rect x="80" y="5" width="10" height="4" rx="2" fill="#313945" />
      <rect x="6" y="14" width="84" height="40" rx="6" fill="#1d232c" />
      <path d="M14 54q34-16 68 0z" fill="#2a3340" />
      <rect x="30" y="33" width="36" height="4" rx="2" fill="#313945" />
      <rect x="30" y="33" width="23" height="4" rx="2" fill="#c3f53c" />
    </>
  ),
  gaming: (
    <>
      <rect width="96" height="60" fill="#07080b" />
      <path d="M6 4h2v6H6z" fill="#19e3ff" />
      <path d="M12 4h24l-1.5 6H10.500z" fill="#f4f7fb" />
      <path d="M6 15h76l8 8v31H14l-8-8z" fill="#10151d" stroke="#19e3ff" />
      <path d="M82 15l8 8v31H60" fill="none" stroke="#ff4d2e" strokeWidth="1.5" />
      <path d="M28 37l2-6h5l-2 6zm8 0l2-6h5l-2 6zm8 0l2-6h5l-2 6zm8 0l2-6h5l-2 6z" fill="#19e3ff" />
      <path d="M60 37l2-6h5l-2 6z" fill="#29313d" />
    </>
  ),
  corporate: (
    <>
      <rect width="96" height="60" fill="#e3e6eb" />
      <rect width="96" height="13" fill="#ffffff" />
      <rect width="96" height="2" fill="#1b4f8f" />
      <rect x="6" y="6" width="26" height="3" fill="#17202e" />
      <rect x="78" y="5" width="12" height="5" fill="none" stroke="#1b4f8f" strokeWidth="0.8" />
      <rect x="22" y="22" width="52" height="28" fill="#ffffff" stroke="#cfd5de" />
      <rect x="30" y="30" width="22" height="3" fill="#566275" />
      <rect x="30" y="39" width="36" height="3" fill="#cfd5de" />
      <rect x="30" y="39" width="22" height="3" fill="#1b4f8f" />
    </>
  ),
  minimal: (
    <>
      <rect width="96" height="60" fill="#0b0c0e" />
      <rect x="38" y="24" width="20" height="2.5" fill="#f0f1f3" />
      <rect x="32" y="33" width="32" height="1" fill="#34383f" />
      <rect x="32" y="33" width="20" height="1" fill="#f0f1f3" />
    </>
  ),
  dark: (
    <>
      <rect width="96" height="60" fill="#000000" />
      <path d="M48-8L22 60h52z" fill="#f0b45a" opacity="0.16" />
      <path d="M48-8L36 60h24z" fill="#f0b45a" opacity="0.14" />
      <path d="M32 29q4-5 8-1t8-1 8 1 8-2" fill="none" stroke="#f4ecdf" strokeWidth="2.2" />
      <rect x="36" y="38" width="24" height="1.6" fill="#38322a" />
      <rect x="36" y="38" width="15" height="1.6" fill="#f0b45a" />
    </>
  ),
};

/** A theme as a small picture; its name is beside it. */
export function ThemePreview({ theme }: { theme: Theme }) {
  return (
    <svg
      viewBox="0 0 96 60"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="block aspect-8/5 w-full"
    >
      {drawings[theme]}
    </svg>
  );
}
