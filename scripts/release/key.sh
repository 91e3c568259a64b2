#!/bin/sh
# Makes the key pair that releases are signed with: key.sh KEY writes the secret key to the file KEY, which minisign encrypts
# with a password that it asks for, and the public key to minisign.pub and install.sh.
set -eu
key=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v minisign >/dev/null || { echo "minisign is not installed: https://jedisct1.github.io/minisign/" >&2; exit 1; }
case $(cd "$(dirname "$key")" && pwd) in "$root"*) echo "$key is in the repository; keep the secret key elsewhere" >&2 && exit 1 ;; esac
[ ! -e "$key" ] || { echo "$key exists; choose another file" >&2; exit 1; }
minisign -G -f -s "$key" -p "$root/minisign.pub"
public=$(tail -n 1 "$root/minisign.pub")
sed "s|^PUBLIC_KEY=.*|PUBLIC_KEY=$public|" "$root/install.sh" > "$root/install.sh.new"
cat "$root/install.sh.new" > "$root/install.sh"
rm "$root/install.sh.new"
echo "commit minisign.pub and install.sh; docs/releasing.md describes where the secret key is kept"
