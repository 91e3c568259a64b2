#!/bin/sh
# Gets minisign for the workflow that signs releases: minisign.sh PACKAGES FOLDER. Downloads two packages of Debian to PACKAGES, unless
# they are there, and checks their SHA-256. Then FOLDER/minisign is the program. Nothing in the packages is run, and nothing is installed.
set -eu
packages=$1 folder=$2
mirror=https://deb.debian.org/debian/pool/main

# get PATH SHA256
get() {
  file=$packages/$(basename "$1")
  [ -f "$file" ] || curl --proto "=https" --proto-redir "=https" --fail --silent --show-error --location --output "$file" "$mirror/$1"
  echo "$2  $file" | sha256sum --check --strict --quiet
  dpkg-deb --extract "$file" "$folder/root"
}

mkdir -p "$packages" "$folder"
folder=$(cd "$folder" && pwd)
rm -rf "$folder/root"
get m/minisign/minisign_0.11-1_amd64.deb 878264fbb6cfd39c7a67262f712ca73d1bfd0d8533f37c2a92c4af2b42b062fd
get libs/libsodium/libsodium23_1.0.18-1+deb12u1_amd64.deb bceae6943d6e11fb53ec3f81d9630ec9ed03e51f89364902b05ebe402ae946ec
cat > "$folder/minisign" <<END
#!/bin/sh
LD_LIBRARY_PATH='$folder/root/usr/lib/x86_64-linux-gnu' exec '$folder/root/usr/bin/minisign' "\$@"
END
chmod 755 "$folder/minisign"
