"""Finds templates."""
SUFFIXES = {".json", ".template", ".yaml", ".yml"}


def found(path):
    """Returns the files below a folder that can be templates, in order; for another path, only itself."""
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES and file.is_file())
