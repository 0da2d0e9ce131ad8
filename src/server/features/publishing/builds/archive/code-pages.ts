import { TextDecoder } from 'node:util';

/** Code points from 0x80 on (unicode.org, VENDORS/MICSFT/PC); U+FFFD where there is none. */
const tables = {
  CP437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  CP737:
    'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u00a0',
  CP775:
    'ĆüéāäģåćłēŖŗīŹÄÅÉæÆōöĢ¢ŚśÖÜø£Ø×¤ĀĪóŻżź”¦©®¬½¼Ł«»░▒▓│┤ĄČĘĖ╣║╗╝ĮŠ┐└┴┬├─┼ŲŪ╚╔╩╦╠═╬Žąčęėįšųūž┘┌█▄▌▐▀ÓßŌŃõÕµńĶķĻļņĒŅ’\u00ad±“¾¶§÷„°∙·¹³²■\u00a0',
  CP850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  CP852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  CP857:
    'ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\ufffdÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\ufffd×ÚÛÙìÿ¯´\u00ad±\ufffd¾¶§÷¸°¨·¹³²■\u00a0',
  CP862:
    'אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
} as const;

/** The code pages of `TextDecoder` (Encoding Standard, 4.2), by their common names. */
const labels = {
  CP866: 'ibm866',
  'Shift-JIS': 'shift_jis',
  GB18030: 'gb18030',
  'EUC-KR': 'euc-kr',
  Big5: 'big5',
  'KOI8-R': 'koi8-r',
  'Windows-874': 'windows-874',
  'Windows-1250': 'windows-1250',
  'Windows-1251': 'windows-1251',
  'Windows-1252': 'windows-1252',
  'Windows-1253': 'windows-1253',
  'Windows-1254': 'windows-1254',
  'Windows-1255': 'windows-1255',
  'Windows-1256': 'windows-1256',
  'Windows-1257': 'windows-1257',
  'Windows-1258': 'windows-1258',
} as const;

type Tabled = keyof typeof tables;
type Labelled = keyof typeof labels;
export type CodePage = Tabled | Labelled;

/**
 * Code pages for file names. Of two with the same result the earlier is used: the zip format's own, those of Windows
 * Explorer by country, then those of other programs.
 */
export const codePages: readonly CodePage[] = [
  'CP437',
  'Shift-JIS',
  'CP850',
  'CP852',
  'CP866',
  'GB18030',
  'EUC-KR',
  'Big5',
  'CP857',
  'CP737',
  'CP775',
  'CP862',
  'Windows-874',
  'Windows-1252',
  'Windows-1251',
  'Windows-1250',
  'Windows-1254',
  'Windows-1253',
  'Windows-1255',
  'Windows-1256',
  'Windows-1257',
  'Windows-1258',
  'KOI8-R',
];

const decoders = new Map<Labelled, TextDecoder>();
/** Placeholders for unassigned bytes. */
const unassigned = /[\u0080-\u009f\ufffd]/;

/** @returns null for bytes that are invalid in the code page */
export function decodeIn(codePage: CodePage, bytes: Uint8Array): string | null {
  const text = isTabled(codePage) ? byTable(tables[codePage], bytes) : byLabel(codePage, bytes);
  return text === null || unassigned.test(text) ? null : text;
}

function isTabled(codePage: CodePage): codePage is Tabled {
  return codePage in tables;
}

function byTable(upper: string, bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : upper.charAt(byte - 0x80);
  return text;
}

function byLabel(codePage: Labelled, bytes: Uint8Array): string | null {
  const decoder = decoders.get(codePage) ?? new TextDecoder(labels[codePage], { fatal: true });
  decoders.set(codePage, decoder);
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
