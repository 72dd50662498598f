"""The command ``zwang`` as its user sees it: commands, options, help.

This module stands beside the package, not in it: what a command does is in ``zwang/cli/``, which
imports JAX; that takes seconds, and help, completion and wrong command lines should not wait for
it.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

FINE, FAILED, WRONG, BROKEN, INTERRUPTED = 0, 1, 2, 70, 130

app = typer.Typer(
    help="Constrained mechanical motion: a model in, numbers and pictures out.",
    epilog="Exit codes: 0 fine; 1 the motion failed, or a check did; 2 wrong command line or "
    "file, or a disk that is full; 70 an error of zwang itself; 130 interrupted.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Model = Annotated[Path, typer.Argument(metavar="MODEL.toml", help="The model file.")]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME=NUMBER", help="Change a parameter: L=2 or p.L=2. Repeatable."
    ),
]
Open = Annotated[bool, typer.Option("--open/--no-open", help="Whether to show it in the browser.")]
Debug = Annotated[bool, typer.Option("--debug", help="On an error, show where it arose.")]


def _version(asked: bool) -> None:
    if asked:
        from importlib import metadata

        try:
            typer.echo(f"zwang {metadata.version('zwang')}")
        except metadata.PackageNotFoundError:  # a checkout that was not installed
            typer.echo("zwang 0+unknown")
        raise typer.Exit()


@app.callback()
def _zwang(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Tell the version.")
    ] = False,
) -> None:
    pass


@app.command()
def run(
    model: Model,
    changes: Changes = None,
    until: Annotated[float | None, typer.Option(help="End the motion at this time.")] = None,
    rtol: Annotated[float | None, typer.Option(help="Tolerated relative error.")] = None,
    atol: Annotated[float | None, typer.Option(help="Tolerated absolute error.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where to write; by default a folder named as the model."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the summary as one JSON object, and nothing else.")
    ] = False,
    plots: Annotated[bool, typer.Option("--plots/--no-plots", help="Whether to draw.")] = True,
    debug: Debug = False,
) -> None:
    """Simulate a model: a summary, the motion as NetCDF, figures as PNG."""
    settings = {"until": until, "rtol": rtol, "atol": atol}
    _carry_out("run", debug, model, changes or [], settings, out, as_json, plots)


@app.command()
def check(model: Model, changes: Changes = None, debug: Debug = False) -> None:
    """Tell what is redundant, contradictory, free or off in a model, before it moves."""
    _carry_out("check", debug, model, changes or [])


Rates = Annotated[
    list[str] | None,
    typer.Option(
        "--rate",
        metavar="NAME=NUMBER",
        help="A rate that stays, in a steady motion; NAME=free looks for it. Repeatable.",
    ),
]
Held = Annotated[
    list[str] | None,
    typer.Option("--hold", metavar="NAME", help="A coordinate that keeps its value. Repeatable."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object, and nothing else.")]


@app.command()
def rest(
    model: Model,
    changes: Changes = None,
    rate: Rates = None,
    hold: Held = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Find where a model rests, or moves steadily; what holds it; whether it is stable."""
    _carry_out("rest", debug, model, changes or [], rate or [], hold or [], as_json)


@app.command()
def modes(
    model: Model,
    changes: Changes = None,
    rate: Rates = None,
    hold: Held = None,
    here: Annotated[
        bool, typer.Option("--here", help="About the start itself, not a state of rest near it.")
    ] = False,
    what: Annotated[
        str, typer.Option(metavar="PICTURE", help="eigenvalues, bode or step.")
    ] = "eigenvalues",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw a picture: .png, .pdf or .svg.")
    ] = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Tell the small motions of a model: eigenvalues, frequencies, damping, shapes."""
    given = model, changes or [], rate or [], hold or [], here, what, out, as_json
    _carry_out("modes", debug, *given)


@app.command()
def examples(
    name: Annotated[str | None, typer.Argument(help="Copy this one; without, list them.")] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder to copy into.")] = Path("."),
    debug: Debug = False,
) -> None:
    """List the example models and studies, or copy one of them to work on."""
    _carry_out("examples", debug, name, out)


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="Of the model; the file is NAME.toml.")],
    debug: Debug = False,
) -> None:
    """Write a commented model file that runs as it is."""
    _carry_out("new", debug, name)


@app.command()
def plot(
    motion: Annotated[Path, typer.Argument(metavar="RUN.nc", help="A motion that run wrote.")],
    what: Annotated[
        list[str] | None,
        typer.Option(metavar="PANEL", help="coordinates, phase, forces, ... Repeatable."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The picture; by default RUN.png. Also .pdf and .svg."),
    ] = None,
    debug: Debug = False,
) -> None:
    """Draw a motion from its file."""
    _carry_out("plot", debug, motion, what or None, out)


@app.command()
def show(
    motion: Annotated[Path, typer.Argument(metavar="RUN.nc", help="A motion that run wrote.")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The page; by default RUN.html."),
    ] = None,
    open_it: Open = True,
    debug: Debug = False,
) -> None:
    """Write a page in which a motion plays, with forces and curves, and open it."""
    _carry_out("pages.show", debug, motion, out, open_it)


@app.command()
def page(
    model: Model,
    changes: Changes = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The page; by default MODEL.html."),
    ] = None,
    open_it: Open = True,
    debug: Debug = False,
) -> None:
    """Write a live page of a model: it computes the motion itself, with sliders; and open it."""
    _carry_out("pages.page", debug, model, changes or [], out, open_it)


@app.command()
def studio(
    folder: Annotated[Path, typer.Argument(help="The folder of the models.")] = Path("."),
    port: Annotated[int, typer.Option(help="The port; by default one that is free.")] = 0,
    open_it: Open = True,
    debug: Debug = False,
) -> None:
    """Open a local page in which models are written, checked, seen and saved."""
    _carry_out("pages.studio", debug, folder, port, open_it)


@app.command()
def derive(
    model: Model,
    changes: Changes = None,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="The folder to write the pages into.")
    ] = Path("."),
    on_constraints: Annotated[
        bool, typer.Option("--on-constraints", help="Shorten by the constraints, which must hold.")
    ] = False,
    debug: Debug = False,
) -> None:
    """Derive the explicit equations of a model: a page in HTML, the same in LaTeX."""
    _carry_out("derive", debug, model, changes or [], out, on_constraints)


@app.command()
def reproduce(
    paper: Annotated[str, typer.Argument(metavar="[KU93|UK95|U05|U06|UP06|US10|all]")] = "all",
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="The folder to write the page into.")
    ] = Path("."),
    debug: Debug = False,
) -> None:
    """Compute the papers' examples anew, on one page beside the numbers that they print."""
    _carry_out("reproduce", debug, paper, out)


@app.command()
def sweep(
    study: Annotated[Path, typer.Argument(metavar="STUDY.toml", help="A model with a design.")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="STORE.zarr", help="The store; by default beside the study."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a store.")] = False,
    members: Annotated[
        int | None, typer.Option(metavar="N", help="How many, in place of the study's number.")
    ] = None,
    engine: Annotated[
        str | None, typer.Option(metavar="NAME", help="auto, native, cuda or jax.")
    ] = None,
    progress: Annotated[
        bool | None,
        typer.Option(
            "--progress/--quiet",
            help="Whether to show a bar; by default on a terminal.",
            show_default=False,
        ),
    ] = None,
    debug: Debug = False,
) -> None:
    """Simulate many motions: a model whose parameters or starts vary, into a Zarr store."""
    _carry_out("sweep", debug, study, out, resume, members, engine, progress)


@app.command()
def summary(
    store: Annotated[Path, typer.Argument(metavar="STORE.zarr", help="What sweep wrote.")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where to write; by default STORE-summary."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the summary as one JSON object, and nothing else.")
    ] = False,
    plots: Annotated[bool, typer.Option("--plots/--no-plots", help="Whether to draw.")] = True,
    debug: Debug = False,
) -> None:
    """Tell what a store of many motions holds: statuses, means, quantiles, figures."""
    _carry_out("summary", debug, store, out, as_json, plots)


@app.command()
def info(debug: Debug = False) -> None:
    """Tell versions, devices, and the cache of compiled programs."""
    _carry_out("info", debug)


def _carry_out(command: str, debug: bool, *arguments: Any) -> NoReturn:
    """Import what does the work, do it, and end with its exit code."""
    if not debug:
        # Programs from the cache make XLA warn, wrongly, that they were built for another machine.
        os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    try:
        work = _imported(f"zwang.cli.{command}")
        code = work.main(*arguments)
        sys.stdout.flush()  # where that goes may be full
    except KeyboardInterrupt:
        _tell("Interrupted before the results were complete.")
        code = INTERRUPTED
    except BrokenPipeError:  # whoever read has seen enough
        _print_no_more()
        code = FINE
    except Exception as error:
        if debug:
            raise
        code, message = _judged(error)
        _tell(message)
    raise typer.Exit(code)


def _imported(module: str) -> Any:
    from zwang.base.later import undisturbed

    with undisturbed():
        return importlib.import_module(module)


def _judged(error: Exception) -> tuple[int, str]:
    """The exit code, and what to say: whether the user, the machine or the program is at fault."""
    from zwang.base.escape import for_terminal
    from zwang.cli.support.errors import Mistake, told
    from zwang.files.whole import Damaged

    if isinstance(error, Mistake):
        return WRONG, str(error)
    if isinstance(error, Damaged):
        return WRONG, str(Mistake(str(error)))
    if isinstance(error, OSError) and error.errno is not None:  # it is the system that refused
        if error.filename is None:  # perhaps what was printed, of which some waits to be
            _print_no_more()
        return WRONG, str(Mistake(told(error)))
    if isinstance(error, MemoryError):
        return WRONG, f"The memory does not suffice. {error}".rstrip()
    said = f"{type(error).__name__}: {for_terminal(str(error))}"
    return BROKEN, f"An error of zwang itself; --debug shows where. {said}"


def _print_no_more() -> None:
    """Nothing more may go where stdout went; Python would try once more at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell(message: str) -> None:
    print(f"zwang: {message}", file=sys.stderr)


def main() -> None:
    """The entry point."""
    for stream in (sys.stdout, sys.stderr):  # a terminal without ẋ shows a question mark
        stream.reconfigure(errors="replace")  # pyright: ignore[reportAttributeAccessIssue]
    app(prog_name="zwang")


if __name__ == "__main__":
    main()
