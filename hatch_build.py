"""Compiles the C library of motions into a wheel, or into the tree for an editable install.

If it cannot be compiled, the wheel is one for any platform, without it: zwang then compiles it at
its first use. With ZWANG_REQUIRE_LIBRARY=1 that is an error. ZWANG_PLATFORM names the platform of
a wheel that is to run on other machines, for which ziglang compiles: see PLATFORMS.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import (  # pyright: ignore[reportMissingImports]
    BuildHookInterface,
)
from packaging.tags import sys_tags

ZIGLANG = "ziglang>=0.13"
PLATFORMS = {  # of wheels: what ziglang calls them
    "manylinux_2_28_x86_64": "x86_64-linux-gnu.2.28",
    "manylinux_2_28_aarch64": "aarch64-linux-gnu.2.28",
}


class CustomBuildHook(BuildHookInterface):
    """What hatchling calls before and after it builds a wheel."""

    def dependencies(self) -> list[str]:
        """A compiler from the index, if this machine has none or another platform is wanted."""
        named = os.environ.get("CC", "").split()[:1]
        present = any(map(shutil.which, [*named, "cc", "clang", "gcc"]))
        return [] if present and not _platform() else [ZIGLANG]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the library; a standard wheel gets it, an editable install has it in the tree."""
        sys.path.insert(0, self.root)
        from zwang.files import build
        from zwang.library import recipe

        self._folder = Path(tempfile.mkdtemp(prefix="zwang-"))
        library = self._folder / "library.so"
        try:
            recipe.compile_library(recipe.recipe(), _compiler(build), library)
        except build.NoLibrary as why:
            if os.environ.get("ZWANG_REQUIRE_LIBRARY") == "1":
                raise
            self.app.display_warning(f"the C library of motions is left out: {why}")
            return
        library.chmod(0o755)
        if version == "editable":
            recipe.put(library)
        else:
            build_data["force_include"][str(library)] = f"zwang/{recipe.INSTALLED}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{_platform() or _own_platform()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled."""
        shutil.rmtree(self._folder, ignore_errors=True)


def _platform() -> str:
    """The platform that is wanted; empty if it is this machine's own."""
    return os.environ.get("ZWANG_PLATFORM", "")


def _own_platform() -> str:
    """The platform of this machine, without a claim that the wheel runs on older systems."""
    platforms = (tag.platform for tag in sys_tags())
    return next(x for x in platforms if not x.startswith(("manylinux", "musllinux")))


def _compiler(build: Any) -> list[str]:
    """The command of the compiler for the platform."""
    if wanted := _platform():
        return [sys.executable, "-m", "ziglang", "cc", "-target", PLATFORMS[wanted], "-s"]
    return build.compiler()
