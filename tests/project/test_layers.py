"""A file imports only from files above it in the order of reading."""

import ast
from collections.abc import Iterator

import pytest

from tests.project.source import PACKAGE, ROOT, module_name, module_names

# The order of reading, which is the order of DESIGN's tree. A new file takes its place here.
ORDER = [
    "zwang.arrays",
    "zwang.status",
    "zwang.coordinates",
    "zwang.identity",
    "zwang.functions",
    "zwang.constraints",
    "zwang.system",
    "zwang.lagrangian",
    "zwang.acceleration_form",
    "zwang.evaluate",
    "zwang.solvers.rank",
    "zwang.solvers.base",
    "zwang.solvers.cholesky",
    "zwang.solvers.orthogonal",
    "zwang.solvers.singular",
    "zwang.solvers.straight",
    "zwang.solvers.auto",
    "zwang.solvers.gpu",
    "zwang.solvers.batch",
    "zwang.solvers.derivative",
    "zwang.solvers",
    "zwang.fundamental",
    "zwang.reaction",
    "zwang.acceleration",
    "zwang.indices",
    "zwang.independence",
    "zwang.report",
    "zwang.diagnose",
    "zwang.nearest",
    "zwang.assemble",
    "zwang.drift",
    "zwang.pose",
    "zwang.observe",
    "zwang.summary",
    "zwang.motion",
    "zwang.nest",
    "zwang.store",
    "zwang.events",
    "zwang.stepping",
    "zwang.advance",
    "zwang.crossing",
    "zwang.passage",
    "zwang.journey",
    "zwang.request",
    "zwang.start",
    "zwang.machine",
    "zwang.simulate",
    "zwang.picture",
    "zwang.panels",
    "zwang.plot",
    "zwang.animate",
    "zwang.engine.scalar",
    "zwang.engine.primitives",
    "zwang.engine.moving",
    "zwang.engine.sums",
    "zwang.engine.calls",
    "zwang.engine.trace",
    "zwang.engine.emit",
    "zwang.engine.build",
    "zwang.engine.program",
    "zwang.engine.native",
    "zwang.engine.export",
    "zwang.engine",
    "zwang.bodies.quaternion",
    "zwang.bodies.given",
    "zwang.bodies.body",
    "zwang.bodies.rigid_body",
    "zwang.bodies.planar_body",
    "zwang.bodies.particle",
    "zwang.bodies.marker",
    "zwang.bodies.joints.base",
    "zwang.bodies.joints.fixed",
    "zwang.bodies.joints.revolute",
    "zwang.bodies.joints.prismatic",
    "zwang.bodies.joints.cylindrical",
    "zwang.bodies.joints.screw",
    "zwang.bodies.joints.universal",
    "zwang.bodies.joints.spherical",
    "zwang.bodies.joints.planar",
    "zwang.bodies.joints.distance",
    "zwang.bodies.joints.point_on_line",
    "zwang.bodies.joints.point_on_curve",
    "zwang.bodies.joints.gear",
    "zwang.bodies.joints.contact",
    "zwang.bodies.joints.rolling_disk",
    "zwang.bodies.joints.rolling_sphere",
    "zwang.bodies.joints.knife_edge",
    "zwang.bodies.joints.driven",
    "zwang.bodies.joints.driven_pose",
    "zwang.bodies.joints.custom",
    "zwang.bodies.joints",
    "zwang.bodies.forces.base",
    "zwang.bodies.forces.gravity",
    "zwang.bodies.forces.spring",
    "zwang.bodies.forces.torsion_spring",
    "zwang.bodies.forces.load",
    "zwang.bodies.forces.joint_friction",
    "zwang.bodies.forces",
    "zwang.bodies.layout",
    "zwang.bodies.batch",
    "zwang.bodies.rubbing",
    "zwang.bodies.equations",
    "zwang.bodies.parts",
    "zwang.bodies.members",
    "zwang.bodies.mechanism",
    "zwang.bodies.pose_view",
    "zwang.bodies.reactions",
    "zwang.bodies.skeleton",
    "zwang.bodies",
    "zwang.control.requirements",
    "zwang.control.plant",
    "zwang.control.least",
    "zwang.control.robust",
    "zwang.control.command",
    "zwang.control.insight",
    "zwang.control.refusal",
    "zwang.control.path",
    "zwang.control.feasibility",
    "zwang.control.controller",
    "zwang.control.track",
    "zwang.control.closed_loop",
    "zwang.control.sampled",
    "zwang.control.compiled",
    "zwang.control",
    "zwang.zoo.problem",
    "zwang.zoo.elliptic",
    "zwang.zoo.pendulum",
    "zwang.zoo.four_bar",
    "zwang.zoo.bricard",
    "zwang.zoo.andrews",
    "zwang.zoo.car_axis",
    "zwang.zoo.slider_crank",
    "zwang.zoo.conical_pendulum",
    "zwang.zoo.spherical_pendulum",
    "zwang.zoo.bead_on_hoop",
    "zwang.zoo.knife_edge",
    "zwang.zoo.rolling_disk",
    "zwang.zoo.rosenberg",
    "zwang.zoo.two_masses",
    "zwang.zoo.heavy_top",
    "zwang.zoo.euler_free_body",
    "zwang.zoo.ku93",
    "zwang.zoo.mechanisms.machine",
    "zwang.zoo.mechanisms.euler_angles",
    "zwang.zoo.mechanisms.free_body",
    "zwang.zoo.mechanisms.wing_nut",
    "zwang.zoo.mechanisms.heavy_top",
    "zwang.zoo.mechanisms.slider_crank",
    "zwang.zoo.mechanisms.four_bar",
    "zwang.zoo.mechanisms.andrews",
    "zwang.zoo.mechanisms.bricard",
    "zwang.zoo.mechanisms.governor",
    "zwang.zoo.mechanisms.rolling_coin",
    "zwang.zoo.mechanisms.turntable",
    "zwang.zoo.mechanisms.chain",
    "zwang.zoo.mechanisms.stewart",
    "zwang.zoo.mechanisms",
    "zwang.zoo",
    "zwang.modelfile.expression",
    "zwang.modelfile.values",
    "zwang.modelfile.tokens",
    "zwang.modelfile.grammar",
    "zwang.modelfile.scope",
    "zwang.modelfile.formula",
    "zwang.modelfile.places",
    "zwang.modelfile.text",
    "zwang.modelfile.table",
    "zwang.modelfile.constraints",
    "zwang.modelfile.system",
    "zwang.modelfile.control",
    "zwang.modelfile.run",
    "zwang.modelfile.writing",
    "zwang.modelfile.model",
    "zwang.modelfile",
    "zwang.random_system",
    "zwang.papers._inverses",
    "zwang.papers.u05",
    "zwang.papers.uk95",
    "zwang.papers.ku93",
    "zwang.papers.up06",
    "zwang.papers.us10",
    "zwang.papers.us10_rotation",
    "zwang.papers",
    "zwang.reproduce.page",
    "zwang.reproduce.ku93_figures",
    "zwang.reproduce.ku93",
    "zwang.reproduce.u05",
    "zwang.reproduce.us10_body",
    "zwang.reproduce.us10",
    "zwang.reproduce",
    "zwang",
    "zwang.cli.mistakes",
    "zwang.cli.files",
    "zwang.cli.cache",
    "zwang.cli.finer",
    "zwang.cli.models",
    "zwang.cli.outcome",
    "zwang.cli.pictures",
    "zwang.cli.run",
    "zwang.cli.check",
    "zwang.cli.examples",
    "zwang.cli.new",
    "zwang.cli.plot",
    "zwang.cli.info",
    "zwang.cli.reproduce",
    "zwang.cli",
]

# Convenience that forwards downward: (function, module it imports inside its body).
LAZY: set[tuple[str, str]] = {
    ("zwang.system.from_lagrangian", "zwang.lagrangian"),
    ("zwang.system.acceleration", "zwang.acceleration"),
    ("zwang.motion.at", "zwang.simulate"),
    ("zwang.simulate.chosen", "zwang.engine"),
    ("zwang.engine.export._law", "zwang.control.command"),
    ("zwang.engine.export._law", "zwang.control.controller"),
    ("zwang.motion.pose", "zwang.bodies.pose_view"),
    ("zwang.bodies.mechanism.pose", "zwang.bodies.pose_view"),
    ("zwang.bodies.mechanism.reaction", "zwang.bodies.reactions"),
    ("zwang.motion.reaction", "zwang.bodies.reactions"),
    ("zwang.motion.to_xarray", "zwang.store"),
    ("zwang.motion.save", "zwang.store"),
    ("zwang.motion.plot", "zwang.plot"),
    ("zwang.motion.animate", "zwang.animate"),
    ("zwang.animate._track", "zwang.bodies.skeleton"),
    ("zwang.control.controller.sampled", "zwang.control.sampled"),
    ("zwang.control.controller.closed_loop", "zwang.control.closed_loop"),
    ("zwang.control.controller.compile", "zwang.control.compiled"),
    ("zwang.control.compiled._compile", "zwang.engine"),
    ("zwang.control.compiled._in_c", "zwang.engine.build"),
    ("zwang.control.compiled._in_c", "zwang.engine.calls"),
    ("zwang.control.compiled._in_c", "zwang.engine.emit"),
    ("zwang.control.compiled._in_c", "zwang.engine.trace"),
}


def imports(node: ast.AST, module: str, function: str = "") -> Iterator[tuple[str, str]]:
    """Yield (function it stands in, or "", and module) for each import from zwang."""
    package = module if (ROOT / module.replace(".", "/")).is_dir() else module.rpartition(".")[0]
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield from imports(child, module, f"{module}.{child.name}")
        elif isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue  # for the types of signatures; it never runs
        elif isinstance(child, ast.Import):
            yield from ((function, alias.name) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            outer = package.split(".")[: 1 + package.count(".") + 1 - child.level]
            origin = ".".join([*(outer if child.level else []), *filter(None, [child.module])])
            for alias in child.names:
                name = f"{origin}.{alias.name}"
                yield function, name if name in ORDER else origin
        else:
            yield from imports(child, module, function)


def imports_of(module: str) -> set[tuple[str, str]]:
    file = ROOT / module.replace(".", "/")
    file = file / "__init__.py" if file.is_dir() else file.with_suffix(".py")
    found = imports(ast.parse(file.read_text(encoding="utf-8")), module)
    return {(function, name) for function, name in found if name.split(".")[0] == "zwang"}


def test_every_file_has_its_place_in_the_order_of_reading():
    assert sorted(ORDER) == module_names()


@pytest.mark.parametrize("module", module_names())
def test_a_file_imports_only_from_files_above_it(module):
    above = ORDER[: ORDER.index(module)]
    below = {(function, name) for function, name in imports_of(module) if name not in above}
    assert below <= LAZY


def test_lazy_imports_are_listed_only_while_they_exist():
    everything = set().union(*(imports_of(module) for module in module_names()))
    assert everything >= LAZY


def test_no_file_of_the_package_is_empty():
    empty = [module_name(file) for file in PACKAGE.rglob("*.py") if not file.read_text().strip()]
    assert empty == []
