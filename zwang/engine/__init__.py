"""A traced system as straight-line C."""

from zwang.engine.export import export_c as export_c
from zwang.engine.native import native_machine as native_machine
from zwang.engine.scalar.graph import Unsupported as Unsupported
