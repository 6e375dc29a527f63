#!/usr/bin/env bash
# postal-mime 4.0.0, seen on 2026-11-29.
#
# In plain text with `format=flowed`, a quoted paragraph that the sender's mail program wrapped is joined with its quote marks: "> " stays
# in the middle of the sentence. RFC 3676, section 4.5, says to take the marks off before lines are joined, and to join only lines of the
# same depth. Unquoted paragraphs are joined as they should be.
#
# Why it matters: most replies quote, so this is the common case of the format. The marks look like text ("more > than"), and they break
# words apart when somebody searches the message or checks a quotation.
#
# Output:
#   unquoted: "We pay more than we owe."
#   quoted: "> We pay more > than we owe."
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund postal-mime@4.0.0 >/dev/null
cat >check.mjs <<'JS'
import PostalMime from 'postal-mime'
const read = async (...lines) => {
  const head = ['From: ada@example.com', 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8; format=flowed', '']
  const { text } = await PostalMime.parse([...head, ...lines].join('\r\n'))
  return JSON.stringify(text.trim())
}
console.log(`unquoted: ${await read('We pay more ', 'than we owe.')}`)
console.log(`quoted: ${await read('> We pay more ', '> than we owe.')}`)
JS
seen=$(node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
