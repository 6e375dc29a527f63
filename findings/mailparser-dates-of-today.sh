#!/usr/bin/env bash
# mailparser 3.14.2, the same mails read with postal-mime 4.0.0 for comparison, seen on 2026-11-30.
#
# If a mail's date isn't one that JavaScript's `Date` understands, mailparser's `date` is the current time, without a sign that it is.
# In V8, `Date` knows GMT and the names of North America's zones, and no others (CET, MET DST, BST, JST). By RFC 5322, section 4.3,
# such a name is an unknown zone, and the rest of the date is valid. Zones as numbers work, and so does "(CET)" after them. A mail without a date has no `date`.
# postal-mime returns the text of the header.
#
# Why it matters: archives of mail contain such dates. Messages of 1998 then have the date of their import, which is another one after the
# next import, and a search for recent mail finds the oldest. `headers.get('date')` is the current time as well, so it can't be used to
# check the date. Only `headerLines` has the text that the sender wrote.
#
# Output:
#   Mon, 9 Mar 1998 18:00:00 +0100 (CET): 1998 with mailparser, 1998-03-09T17:00:00.000Z with postal-mime
#   Mon, 9 Mar 1998 18:00:00 CET: today with mailparser, Mon, 9 Mar 1998 18:00:00 CET with postal-mime
#   Mon, 9 Mar 1998 18:00:00 MET DST: today with mailparser, Mon, 9 Mar 1998 18:00:00 MET DST with postal-mime
#   no date: undefined with mailparser, undefined with postal-mime
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mailparser@3.14.2 postal-mime@4.0.0 >/dev/null
cat >check.mjs <<'JS'
import { simpleParser } from 'mailparser'
import PostalMime from 'postal-mime'

const started = Date.now()
const dates = [
  'Mon, 9 Mar 1998 18:00:00 +0100 (CET)',
  'Mon, 9 Mar 1998 18:00:00 CET',
  'Mon, 9 Mar 1998 18:00:00 MET DST',
  undefined,
]
for (const written of dates) {
  const head = ['From: ada@example.com', ...(written ? [`Date: ${written}`] : []), 'Content-Type: text/plain']
  const mail = [...head, '', 'Hello'].join('\r\n')
  const { date, headers, headerLines } = await simpleParser(mail)
  const isNow = (value) => value >= started && value <= Date.now()
  if (isNow(date) !== isNow(headers.get('date'))) throw new Error('The header differs')
  if (written && !headerLines.some(({ line }) => line === `Date: ${written}`)) throw new Error('The text is missing')
  const shown = isNow(date) ? 'today' : date?.getUTCFullYear()
  console.log(`${written ?? 'no date'}: ${shown} with mailparser, ${(await PostalMime.parse(mail)).date} with postal-mime`)
}
JS
seen=$(node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
