import { expect, test } from 'vitest';
import { attachment } from './attachment.ts';

test.each([
  ['build.zip', `attachment; filename="build.zip"; filename*=UTF-8''build.zip`],
  ['a"b\\c%d.zip', `attachment; filename="a_b_c_d.zip"; filename*=UTF-8''a%22b%5Cc%25d.zip`],
  [
    "日本's (1)*.zip",
    `attachment; filename="__'s (1)*.zip"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%27s%20%281%29%2A.zip`,
  ],
  ['a\r\nX: y\ud800', `attachment; filename="a__X: y_"; filename*=UTF-8''a%0D%0AX%3A%20y%EF%BF%BD`],
])('the name %j of a download is safe in a header and kept in full', (name, header) => {
  expect(attachment(name)).toBe(header);
});
