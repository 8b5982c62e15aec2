// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/math/numeric.h"
#include "model/math/pair.h"
#include "model/vehicle/shape_curve.h"

namespace ghostcar::model {

class TableReader;

/// One direction of the Magic Formula. Load F enters as f = (F − nominal)/nominal.
struct TyreAxisParameters {
    double shape;               // C
    double curvature;           // E
    double friction;            // D/F at the nominal load
    double friction_per_load;   // change of it with f
    double stiffness;           // K/F at the nominal load, per unit of slip
    double stiffness_per_load;  // relative change of it with f
    double relaxation_m;        // how far the tyre rolls until a new slip has built up (63 %)
};

/// How slip in one direction takes grip from the other.
struct TyreWeightParameters {
    double slope;         // B at zero slip of its own direction
    double slope_spread;  // how B falls with that slip
    double shape;         // C
    double curvature;     // E
};

struct TyreParameters {
    double nominal_load_n;
    TyreAxisParameters longitudinal;
    TyreAxisParameters lateral;
    TyreWeightParameters longitudinal_weight;  // of the longitudinal force, over side slip
    TyreWeightParameters lateral_weight;       // of the lateral force, over longitudinal slip
    double damping_s;                          // of the tyre's own deflection, see Tyre

    static TyreParameters from_toml(TableReader reader);
};

/// How far the contact patch lags behind the wheel, in metres. Eight-byte members only.
struct TyreDeflection {
    double longitudinal_m = 0.0;
    double lateral_m = 0.0;
};

struct TyreForce {
    double longitudinal_n;
    double lateral_n;
};

/// A tyre by the Magic Formula (H. B. Pacejka, Tyre and Vehicle Dynamics, 2nd ed., section 4.3),
/// without its shifts: a tyre that runs straight. κ is the longitudinal slip, + drives; α the
/// tangent of the slip angle, + pushes left.
///
///   Fx = Dx·sin(Cx·atan P(Bx·κ))·Gx       Gx = cos(C·atan P(B·α)),  B = slope/√(1 + (spread·κ)²)
///   Fy = Dy·sin(Cy·atan P(By·α))·Gy       Gy = cos(C·atan P(B·κ)),  B = slope/√(1 + (spread·α)²)
///   D = F·λ·(friction + friction_per_load·f),   B·C·D = F·stiffness·(1 + stiffness_per_load·f)
/// λ is the road's grip.
///
/// Slip is not sliding speed over road speed, which has no value at rest. The contact patch follows
/// the wheel through a spring: its deflection u grows with the sliding speed s, is rolled away (σ
/// relaxation length; Pacejka, section 7.2.3), and breaks loose near the deflection û at which the
/// spring would pull as hard as friction holds (P. R. Dahl, A Solid Friction Model, 1968),
///   du/dt = s − (|v|/σ + |s|/û)·u,    slip = (u + τ·du/dt)/σ / (1 − |u|/û)
/// Rolling, u settles where the slip is s/|v|, the usual one. At rest u is the spring by which a
/// parked car hangs on its brakes, and no more: a car that was pushed aside slides and stops, it
/// does not swing back. τ is the rubber's own damping, faded out with speed: rolling damps enough.
/// The step is implicit in u, so it is calm at any speed.
class Tyre {
public:
    /// `rim_mass_kg`: the wheel's inertia at its rim, which limits the damping one step can take.
    Tyre(const TyreParameters& parameters, double rim_mass_kg, double step_s);

    /// What the road does to the left and the right wheel of an axle, which cost little more than
    /// one: sliding speeds are those of the tread over the road, wheel frame; `rolling_mps` is the
    /// road's speed under the wheel.
    struct AxleContact {
        Pair load_n;
        Pair grip;
        Pair rolling_mps;
        Pair drive_sliding_mps;  // rim speed − road speed, + drives the car forward
        Pair side_sliding_mps;   // + pushes the car to the left
    };
    struct AxleDeflection {
        Pair longitudinal_m;
        Pair lateral_m;
    };
    struct AxleForce {
        Pair longitudinal_n;
        Pair lateral_n;
    };

    /// Moves the deflections on by one step and gives the forces on the car.
    [[gnu::always_inline]] AxleForce step(AxleDeflection& deflection,
                                          const AxleContact& contact) const noexcept {
        const Pair grip = maximum(contact.grip, both(least_grip));
        const Pair rolling_mps = magnitude(contact.rolling_mps);
        const Patch patch{step_s_ * rolling_mps, maximum(0.0, 1.0 - rolling_mps * per_damped_speed),
                          grip, 1.0 / grip};
        const Pair drive_slip = drive_spring_.step(deflection.longitudinal_m,
                                                   step_s_ * contact.drive_sliding_mps, patch);
        const Pair side_slip =
            side_spring_.step(deflection.lateral_m, step_s_ * contact.side_sliding_mps, patch);
        return force(contact.load_n, grip, drive_slip, side_slip);
    }

    /// The steady forces at given slips; some grip there must be.
    [[nodiscard, gnu::always_inline]] AxleForce force(Pair load_n, Pair grip, Pair drive_slip,
                                                      Pair side_slip) const noexcept {
        const Pair over_load = load_n * inverse_nominal_ - 1.0;
        const Pair drive = magnitude(drive_slip);
        const Pair side = magnitude(side_slip);
        const Pair drive_n = longitudinal_.force_n(load_n, over_load, grip, drive) *
                             longitudinal_weight_.at(side, drive);
        const Pair side_n =
            lateral_.force_n(load_n, over_load, grip, side) * lateral_weight_.at(drive, side);
        return {drive_slip < 0.0 ? -drive_n : drive_n, side_slip < 0.0 ? -side_n : side_n};
    }

    /// The same for a single wheel: one of two that are alike.
    struct Contact {
        double load_n;
        double grip;
        double rolling_mps;
        double drive_sliding_mps;
        double side_sliding_mps;
    };
    TyreForce step(TyreDeflection& deflection, const Contact& contact) const noexcept;
    [[nodiscard]] TyreForce force(double load_n, double grip, double drive_slip,
                                  double side_slip) const noexcept;

    /// The slips that a deflection at rest stands for.
    struct Slips {
        double drive;
        double side;
    };
    [[nodiscard]] Slips slips(const TyreDeflection& deflection, double grip) const noexcept;

    [[nodiscard]] const TyreParameters& parameters() const noexcept { return parameters_; }

private:
    // Parameters stand here twice, one for each wheel, so that no instruction goes into copying.

    /// One direction: force over the magnitude of the slip.
    struct Axis {
        ShapeCurve curve;
        Pair inverse_shape;
        Pair friction;
        Pair friction_per_load;
        Pair least_friction;  // an overloaded tyre loses grip, but never all of it
        Pair stiffness;
        Pair stiffness_per_load;

        explicit Axis(const TyreAxisParameters& from)
            : curve(ShapeCurve::Kind::sine, from.shape, from.curvature),
              inverse_shape(both(1.0 / from.shape)),
              friction(both(from.friction)),
              friction_per_load(both(from.friction_per_load)),
              least_friction(both(least_share * from.friction)),
              stiffness(both(from.stiffness)),
              stiffness_per_load(both(from.stiffness_per_load)) {}

        [[nodiscard, gnu::always_inline]] Pair force_n(Pair load_n, Pair over_load, Pair grip,
                                                       Pair slip) const noexcept {
            const Pair limit =
                grip * maximum(least_friction, friction + friction_per_load * over_load);
            const Pair rise =
                stiffness * maximum(both(least_share), 1.0 + stiffness_per_load * over_load);
            return load_n * limit * curve.at(rise * inverse_shape / limit * slip);
        }

        static constexpr double least_share = 0.2;
    };

    /// The share of a force that the slip in the other direction leaves.
    struct Weight {
        ShapeCurve curve;
        Pair slope;
        Pair spread_squared;

        explicit Weight(const TyreWeightParameters& from)
            : curve(ShapeCurve::Kind::cosine, from.shape, from.curvature),
              slope(both(from.slope)),
              spread_squared(both(from.slope_spread * from.slope_spread)) {}

        [[nodiscard, gnu::always_inline]] Pair at(Pair other_slip, Pair own_slip) const noexcept {
            const Pair narrowed = square_root(1.0 + spread_squared * own_slip * own_slip);
            return maximum(0.0, curve.at(slope * other_slip / narrowed));
        }
    };

    /// The road under two wheels during one step.
    struct Patch {
        Pair rolled_m;
        Pair damped;  // share of the rubber's damping at this speed
        Pair grip;
        Pair inverse_grip;
    };

    /// The contact patch in one direction.
    struct Spring {
        Pair inverse_relaxation;
        Pair limit_m;  // û on a dry road
        Pair inverse_limit;
        Pair least_left;  // 1 − |u|/û where the slip is the largest, on a dry road
        Pair damping_per_step;

        Spring(const TyreAxisParameters& from, double damping_steps) noexcept;

        [[nodiscard, gnu::always_inline]] Pair slip_per_m(Pair deflection_m, Pair grip,
                                                          Pair inverse_grip) const noexcept {
            const Pair left = 1.0 - magnitude(deflection_m) * inverse_limit * inverse_grip;
            return inverse_relaxation / maximum(left, least_left * grip);
        }

        /// Moves the deflection on by one step; returns the slip that makes the force.
        [[gnu::always_inline]] Pair step(Pair& deflection_m, Pair slid_m,
                                         const Patch& patch) const noexcept {
            const Pair most_m = limit_m * patch.grip;
            const Pair before_m = clamp(deflection_m, -most_m, most_m);
            const Pair after_m =
                snap_to_zero((before_m + slid_m) /
                                 (1.0 + (patch.rolled_m * inverse_relaxation +
                                         magnitude(slid_m) * inverse_limit * patch.inverse_grip)),
                             least_deflection_m);
            deflection_m = after_m;
            return (after_m + patch.damped * damping_per_step * (after_m - before_m)) *
                   slip_per_m(after_m, patch.grip, patch.inverse_grip);
        }
    };

    static constexpr double least_grip = 0.001;  // a slip has no scale where there is no friction
    static constexpr double least_deflection_m = 1e-15;
    static constexpr double per_damped_speed = 1.0 / 3.0;  // no damping above 3 m/s
    static constexpr double largest_slip = 2.0;            // far behind the peak of any tyre
    // û over the deflection at which a linear spring would pull as hard as friction holds. With 1.5
    // the force stays near that spring's up to its peak.
    static constexpr double loose_at = 1.5;

    TyreParameters parameters_;
    Pair step_s_;
    Pair inverse_nominal_;
    Spring drive_spring_;
    Spring side_spring_;
    Axis longitudinal_;
    Axis lateral_;
    Weight longitudinal_weight_;
    Weight lateral_weight_;
};

}  // namespace ghostcar::model
