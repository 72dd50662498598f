"""Small motions against differences of motions, and against a reduction written here."""

import jax.numpy as jnp
import numpy as np
import pytest
import scipy.linalg

import zwang as zw

G = 9.81

# -- random mechanisms against the null space, in NumPy ------------------------------------------


def reduced_by_hand(M, K, C, A, q_only):
    """ẋ = A x of M q̈ + C q̇ + K q = Aᵀλ under rows on velocities, of which some on positions.

    Constant matrices: δq in the null space of the rows on positions, δq̇ in that of all rows.
    """
    N_h, N_k = scipy.linalg.null_space(A[:q_only]), scipy.linalg.null_space(A)
    mass = N_k.T @ M @ N_k
    to_y = np.linalg.pinv(N_h) @ N_k
    top = np.hstack([np.zeros((N_h.shape[1],) * 2), to_y])
    bottom = -np.linalg.solve(mass, np.hstack([N_k.T @ K @ N_h, N_k.T @ C @ N_k]))
    return np.vstack([top, bottom])


def same_spectrum(found, wanted, rtol):
    left = list(wanted)
    size = max(1.0, np.abs(wanted).max(initial=0.0))
    assert len(found) == len(left)
    for x in sorted(found, key=lambda v: -abs(v)):
        nearest = min(left, key=lambda y: abs(y - x))
        # Zeros by hand are spread: √eps, and more where three of them meet.
        allowed = 1e-4 * size if x == 0 else rtol * size
        assert abs(nearest - x) <= allowed
        left.remove(nearest)


SIZES = [(2, 0, 0), (4, 1, 0), (5, 2, 1), (6, 3, 2), (5, 1, 2)]
CURVED = {
    (n, h, k): zw.System(
        lambda p: p["M"],
        lambda q, qd, p: -p["K"] @ jnp.sin(q) - p["C"] @ qd,
        [
            zw.Holonomic(lambda q, p: p["H"] @ (q + q**3), name="positions"),
            # The same once more, in another unit: redundant.
            zw.Holonomic(lambda q, p: 1e3 * (p["H"][:1] @ (q + q**3)), name="again"),
            zw.Nonholonomic(lambda q, qd, p: p["V"] @ ((1.0 + q**2) * qd), name="velocities"),
        ]
        if h
        else [],
    )
    for n, h, k in SIZES
}


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("count", [8, pytest.param(100, marks=pytest.mark.slow)])
def test_random_systems_against_the_null_space(sizes, count, rng):
    """As many of each size, some with a singular M; curved about the origin, where they rest."""
    n, h, k = sizes
    for turn in range(count):
        root = rng.normal(size=(n, n))
        if h and turn % 3 == 0:
            root[:, 0] = 0.0  # without mass, and held by the first row
        M, C = root.T @ root, rng.normal(size=(n, n))
        K = rng.normal(size=(n, n))
        rows = rng.normal(size=(h + k, n))
        wanted = np.linalg.eigvals(reduced_by_hand(M, K, C, rows, h))
        units = 10.0 ** rng.uniform(-3, 3, n) if turn % 2 else np.ones(n)  # change no eigenvalue
        p = {name: units[:, None] * X * units for name, X in zip("MKC", (M, K, C), strict=True)}
        p |= {"H": rows[:h] * units, "V": rows[h:] * units} if h else {}
        found = zw.linearize(CURVED[sizes], np.zeros(n), p=p)
        same_spectrum(found.eigenvalues, wanted, 1e-8)
        assert len(found.coordinates) == n - h and len(found.rates) == n - h - k
        w, x = found.left, found.right
        moving = np.flatnonzero(found.eigenvalues)
        np.testing.assert_allclose(np.diag(w.conj().T @ x)[moving], 1.0, rtol=1e-6)


# -- against motions -----------------------------------------------------------------------------

TRICYCLE = zw.System(
    lambda p: jnp.array([2.0, 2.0, p["J"]]),
    lambda q, qd, p: jnp.stack([-p["k"] * q[0], -q[1], -0.3 * qd[2] + 0.2 * jnp.sin(q[0])]),
    [zw.Pfaffian(lambda q: jnp.stack([jnp.sin(q[2]), -jnp.cos(q[2]), 0.1]), name="no slip")],
    coordinates=["x", "y", "heading"],
)
PENDULUM = zw.System(
    2.0,
    lambda q, qd, p: jnp.stack([p["push"] - 0.3 * qd[0], -2.0 * G]),
    [zw.Holonomic(lambda q, t, p: (q[0] - 0.2 * jnp.sin(t)) ** 2 + q[1] ** 2 - p["l"] ** 2)],
    coordinates=["x", "y"],
    observables={"height": lambda q: q[1] ** 2},
)


@pytest.mark.parametrize(
    "system, q, qd, p",
    [
        (TRICYCLE, [0.1, 0.2, 0.3], [0.4, 0.0, 0.5], {"J": 0.5, "k": 3.0}),
        (PENDULUM, [0.3, -0.9], [0.2, 0.0], {"push": 0.5, "l": 1.1}),
    ],
)
def test_small_motions_are_the_differences_of_motions(system, q, qd, p):
    """About any state: x after a short time, from starts moved along each direction of x."""
    q, qd = zw.assemble(system, q, qd, 0.0, p)
    model = zw.linearize(system, q, qd, 0.0, p)
    assert model.steady == "instant"
    far, span = 1e-4, 0.01
    places = [system.coordinates.index(name) for name in model.coordinates]
    rates = [system.coordinates.index(name) for name in model.rates]

    def end(x):
        start = zw.assemble(
            system,
            q + x @ model.reduced.E.q,
            qd + x @ model.reduced.E.qd,
            0.0,
            p,
        )
        motion = zw.simulate(system, *start, [0.0, span], p, rtol=1e-12, atol=1e-14)
        first = np.concatenate([motion.q[0, places], motion.qd[0, rates]])
        return first, np.concatenate([motion.q[-1, places], motion.qd[-1, rates]])

    count = len(model.states)
    starts, ends = zip(
        *(np.subtract(end(s * far * row), 0) for row in np.eye(count) for s in (1, -1))
    )
    moved = (np.array(starts[::2]) - np.array(starts[1::2])).T / (2 * far)
    went = (np.array(ends[::2]) - np.array(ends[1::2])).T / (2 * far)
    across = went @ np.linalg.inv(moved)
    # The motion goes on meanwhile: the exponential of A is right to the square of the time.
    expected = scipy.linalg.expm(model.A * span)
    np.testing.assert_allclose(across, expected, atol=30 * span**2)
    slope = np.real(np.asarray(scipy.linalg.logm(across))) / span
    np.testing.assert_allclose(slope, model.A, atol=30 * span)


def test_inputs_and_outputs_are_derivatives_of_the_acceleration():
    """B and D by differences of ``system.acceleration``, for forces and for parameters."""
    p = {"J": 0.5, "k": 3.0}
    q, qd = zw.assemble(TRICYCLE, [0.1, 0.2, 0.3], [0.4, 0.0, 0.5], 0.0, p)
    model = zw.linearize(
        TRICYCLE, q, qd, 0.0, p, coordinates=["x", "heading"],
        inputs={"k": "k", "J": "J", "x": "x", "again": "parameter:k", "side": [0.0, 1.0, 0.0]},
        outputs=["acceleration:x", "no slip", "rate:y"],
    )  # fmt: skip
    step = 1e-6
    for j, name in enumerate(("k", "J")):
        ends = [TRICYCLE.acceleration(q, qd, 0.0, p | {name: p[name] + s * step}) for s in (1, -1)]
        slope = (ends[0].qdd - ends[1].qdd) / (2 * step)
        np.testing.assert_allclose(model.B[3:, j], slope[[0, 2]], atol=1e-8)
        np.testing.assert_allclose(model.D[0, j], slope[0], atol=1e-8)
        np.testing.assert_allclose(
            model.D[1, j], (ends[0].lam[0] - ends[1].lam[0]) / (2 * step), atol=1e-8
        )
    M, A = np.diag([2.0, 2.0, 0.5]), np.array([[np.sin(q[2]), -np.cos(q[2]), 0.1]])
    for j, force in ((2, [1, 0, 0]), (4, [0, 1, 0])):
        pushed = zw.solve(M, np.array(force, float), A, np.zeros(1))
        np.testing.assert_allclose(model.B[3:, j], pushed.qdd[[0, 2]], atol=1e-12)
        np.testing.assert_allclose(model.D[1, j], pushed.lam[0], atol=1e-12)
    np.testing.assert_allclose(model.B[:, 0], model.B[:, 3])


def test_a_drive_is_an_input_by_its_acceleration():
    """A mass on a spring whose foot is moved: ÿ = −k/m (y − w), and the drive's own force."""
    shaken = zw.System(
        [1.0, 2.0],
        lambda q, p: p["k"] * jnp.stack([q[1] - q[0], q[0] - q[1]]),
        [zw.Holonomic(lambda q, p: q[0] - p["foot"], name="foot")],
        coordinates=["w", "y"],
    )
    p = {"k": 8.0, "foot": 0.3}
    for name in ("parameter:foot", "drive:foot"):
        model = zw.linearize(
            shaken, [0.3, 0.3], p=p, inputs={"f": name}, outputs=["y", "w", "foot"]
        )
        assert model.states == ("y", "y'", "f", "f'") and model.inputs == ("f''",)
        wanted = [[0, 1, 0, 0], [-4, 0, 4, 0], [0, 0, 0, 1], [0, 0, 0, 0]]
        np.testing.assert_allclose(model.A, wanted, atol=1e-12)
        np.testing.assert_allclose(model.B.ravel(), [0, 0, 0, 1], atol=1e-12)
        np.testing.assert_allclose(model.C, [[1, 0, 0, 0], [0, 0, 1, 0], [-8, 0, 8, 0]], atol=1e-12)
        np.testing.assert_allclose(model.D.ravel(), [0, 0, 1.0], atol=1e-12)


# -- eigenvalues over parameters -----------------------------------------------------------------


def test_derivatives_of_eigenvalues_follow_the_state_of_rest():
    """Against differences of states of rest found anew, also through a moving equilibrium."""
    p = {"push": 3.0, "l": 1.1}
    still = PENDULUM.with_constraints([zw.Holonomic(lambda q, p: q @ q - p["l"] ** 2, name="rod")])
    found = zw.equilibrium(still, [0.1, -1.0], p)
    slopes = found.linear.derivatives()
    assert found.off < 1e-12 and set(slopes) == {"push", "l"}
    step = 1e-5
    for name, slope in slopes.items():
        ends = [
            zw.equilibrium(still, found.q, p | {name: p[name] + s * step}).eigenvalues
            for s in (1, -1)
        ]
        np.testing.assert_allclose(slope, (ends[0] - ends[1]) / (2 * step), atol=1e-8)


@pytest.mark.parametrize("k", [0.0, 0.3])
def test_only_simple_eigenvalues_have_derivatives_by_parameters(k, rng):
    """Two bobs of one length, and a spring between that vanishes at k = 0: λ² = −4, −4 − 2k."""
    mix = rng.standard_normal((2, 2)) + 2 * np.eye(2)
    law = lambda q, p: p["k"] * jnp.stack([q[1] - q[0], q[0] - q[1]]) - 4 * q
    system = zw.System(mix.T @ mix, lambda q, p: mix.T @ law(mix @ q, p))
    linear = zw.linearize(system, [0.0, 0.0], p={"k": k})
    slope = linear.derivatives()["k"]
    if k == 0.0:
        assert np.isnan(slope).all()
        return
    spread = np.abs(linear.eigenvalues**2 + 4.0 + 2.0 * k) < 1e-9  # 2 λ λ' = −2
    np.testing.assert_allclose(slope[spread], -1.0 / linear.eigenvalues[spread], atol=1e-9)
    np.testing.assert_allclose(slope[~spread], 0.0, atol=1e-9)


# -- units ---------------------------------------------------------------------------------------


def test_units_change_no_eigenvalue_and_no_verdict(rng):
    """Lengths in other units, constraints times any number, coordinates turned."""
    turn = np.linalg.qr(rng.normal(size=(2, 2)))[0]
    wanted = None
    for scale, factor, R in ((1.0, 1.0, np.eye(2)), (1e4, 1e-6, np.eye(2)), (1e-3, 1e5, turn)):
        X = R * scale
        rod = zw.Holonomic(
            lambda q, X=X, f=factor: f * ((jnp.linalg.solve(X, q) ** 2).sum() - 1.0), name="rod"
        )
        back = np.linalg.inv(X)
        bob = zw.System(
            2.0 * back.T @ back, lambda q, b=back: b.T @ jnp.array([0.0, -2 * G]), [rod]
        )
        found = zw.equilibrium(bob, X @ [0.3, -0.9])
        wanted = found.eigenvalues if wanted is None else wanted
        np.testing.assert_allclose(found.eigenvalues, wanted, rtol=1e-10, atol=1e-10)
        assert found.stability == "stable" and abs(found.eigenvalues[0] - 1j * G**0.5) < 1e-9


def test_friction_that_depends_on_the_reaction_is_differentiated():
    """A block on a slope with Coulomb's law made smooth: δẍ = −μ (reaction) δẋ / v0."""
    mu, v0 = 0.3, 0.05
    block = zw.System(
        2.0,
        [0.0, -2.0 * G],
        [zw.Holonomic(lambda q: q[1], name="floor")],
        nonideal=lambda qd, reaction: jnp.stack([-mu * reaction[1] * jnp.tanh(qd[0] / v0), 0.0]),
        coordinates=["x", "y"],
    )
    model = zw.linearize(block, [0.0, 0.0])
    np.testing.assert_allclose(model.A, [[0.0, 1.0], [0.0, -mu * G / v0]], atol=1e-9)


LAWS = {
    "reaction": lambda qd, p, reaction: -p["mu"] * jnp.abs(reaction).sum() * jnp.tanh(qd),
    "lam": lambda qd, p, lam: -p["mu"] * jnp.abs(lam[0]) * jnp.tanh(qd) * jnp.array([2.0, 1, 0.5]),
    "ideal": lambda qd, p, Qc_ideal: -p["mu"] * jnp.abs(Qc_ideal).sum() * jnp.tanh(qd),
    "both": lambda qd, p, Qc_ideal, lam: -p["mu"] * (Qc_ideal @ Qc_ideal + lam @ lam) * qd,
}


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("rows", [1, 2])
def test_friction_by_any_force_of_the_constraints_is_differentiated(law, rows, rng):
    """Against differences of accelerations, in a state that slides; friction works on the rows."""
    bowl = lambda q: q[2] - 0.3 * q[0] ** 2 - 0.2 * q[0] * q[1]
    X = rng.normal(size=(3, 3))
    M = X.T @ X + np.eye(3)
    phi = lambda q: jnp.stack([bowl(q), 3.0 * bowl(q)][:rows])  # the second says it again
    system = zw.System(
        M, lambda q, p: jnp.array([p["f"], -1.0, -9.0]) - q, [zw.Holonomic(phi)], nonideal=LAWS[law]
    )
    p = {"mu": 0.02, "f": 0.0}
    q, qd = zw.assemble(system, [0.7, 0.4, 0.2], [1.0, -0.5, 0.3], 0.0, p)
    model = zw.linearize(system, q, qd, 0.0, p, inputs=["f", "mu", "force:q[0]"])
    found, step = model.reduced, 1e-5
    read = lambda q, qd, p=p: np.asarray(system.acceleration(q, qd, 0.0, p).qdd)[
        list(found.chart.velocities)
    ]
    f_q = len(model.coordinates)
    for j, (dq, dqd) in enumerate(zip(found.E.q, found.E.qd, strict=True)):
        ends = [read(q + s * dq, qd + s * dqd) for s in (step, -step)]
        wanted = (ends[0] - ends[1]) / (2 * step)
        np.testing.assert_allclose(model.A[f_q:, j], wanted, atol=1e-8)
    for j, name in enumerate(("f", "mu")):
        ends = [read(q, qd, p | {name: p[name] + s}) for s in (step, -step)]
        np.testing.assert_allclose(model.B[f_q:, j], (ends[0] - ends[1]) / (2 * step), atol=1e-8)
    np.testing.assert_allclose(model.B[:, 2], model.B[:, 0], atol=1e-12)


def test_a_step_response_is_the_motion_after_the_step():
    """Of a linear system exactly; what an input does at once, to an acceleration, is part of it."""
    system = zw.System(2.0, lambda q, qd, p: -3.0 * q - 0.7 * qd + p["f"])
    model = zw.linearize(
        system, [0.0], p={"f": 0.0}, inputs=["f"], outputs=["q[0]", "acceleration:q[0]"]
    )
    times = np.array([0.0, 0.6, 2.5])
    motion = zw.simulate(system, [0.0], [0.0], times, {"f": 1.0}, rtol=1e-11)
    wanted = np.concatenate([motion.q, motion.qdd], axis=1)
    np.testing.assert_allclose(model.step_response(times)[:, :, 0], wanted, atol=1e-9)
    at_rest = model.step_response([300.0])[0]
    np.testing.assert_allclose(at_rest, model.frequency_response([0.0])[0].real, atol=1e-9)
