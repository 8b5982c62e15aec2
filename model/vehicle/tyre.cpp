// SPDX-License-Identifier: Apache-2.0
#include "model/vehicle/tyre.h"

#include "model/config/table_reader.h"
#include "model/vehicle/physical_ranges.h"

namespace ghostcar::model {
namespace {

TyreAxisParameters read_axis(TableReader reader) {
    TyreAxisParameters result{};
    result.shape = reader.number("shape_c", Range::between(0.5, 2.0));
    result.curvature = reader.number("curvature_e", Range::between(-10.0, 1.0));
    result.friction = reader.number("friction", Range::between(0.05, 5.0));
    result.friction_per_load = reader.number("friction_per_load", Range::between(-1.0, 1.0));
    result.stiffness = reader.number("stiffness", Range::between(1.0, 200.0));
    result.stiffness_per_load = reader.number("stiffness_per_load", Range::between(-1.0, 1.0));
    result.relaxation_m = reader.number("relaxation_m", Range::between(0.05, 5.0));
    reader.finish();
    return result;
}

TyreWeightParameters read_weight(TableReader reader) {
    TyreWeightParameters result{};
    result.slope = reader.number("slope", Range::between(0.0, 100.0));
    result.slope_spread = reader.number("slope_spread", Range::between(0.0, 100.0));
    result.shape = reader.number("shape_c", Range::between(0.1, 2.0));
    result.curvature = reader.number("curvature_e", Range::between(-10.0, 1.0));
    reader.finish();
    return result;
}

/// A damper must not turn a wheel's sliding round within a step: c·dt/m ≤ 1/2 at nominal load.
double largest_damping_s(const TyreParameters& parameters, double rim_mass_kg, double step_s) {
    const double spring_npm = parameters.nominal_load_n * parameters.longitudinal.stiffness /
                              parameters.longitudinal.relaxation_m;
    return 0.5 * rim_mass_kg / (spring_npm * step_s);
}

}  // namespace

TyreParameters TyreParameters::from_toml(TableReader reader) {
    TyreParameters result{};
    result.nominal_load_n = reader.number("nominal_load_n", physical::wheel_load_n);
    result.damping_s = reader.number("damping_s", Range::between(0.0, 0.05));
    result.longitudinal = read_axis(reader.table("longitudinal"));
    result.lateral = read_axis(reader.table("lateral"));
    result.longitudinal_weight = read_weight(reader.table("longitudinal_weight"));
    result.lateral_weight = read_weight(reader.table("lateral_weight"));
    reader.finish();
    return result;
}

Tyre::Spring::Spring(const TyreAxisParameters& from, double damping_steps) noexcept
    : inverse_relaxation(both(1.0 / from.relaxation_m)), damping_per_step(both(damping_steps)) {
    const double most_m = loose_at * from.relaxation_m * from.friction / from.stiffness;
    limit_m = both(most_m);
    inverse_limit = both(1.0 / most_m);
    least_left = both(most_m * inverse_relaxation[0] / largest_slip);
}

Tyre::Tyre(const TyreParameters& parameters, double rim_mass_kg, double step_s)
    : parameters_(parameters),
      step_s_(both(step_s)),
      inverse_nominal_(both(1.0 / parameters.nominal_load_n)),
      drive_spring_(
          parameters.longitudinal,
          minimum(parameters.damping_s, largest_damping_s(parameters, rim_mass_kg, step_s)) /
              step_s),
      side_spring_(parameters.lateral, parameters.damping_s / step_s),
      longitudinal_(parameters.longitudinal),
      lateral_(parameters.lateral),
      longitudinal_weight_(parameters.longitudinal_weight),
      lateral_weight_(parameters.lateral_weight) {}

TyreForce Tyre::step(TyreDeflection& deflection, const Contact& contact) const noexcept {
    AxleDeflection two{both(deflection.longitudinal_m), both(deflection.lateral_m)};
    const AxleForce forces =
        step(two, {both(contact.load_n), both(contact.grip), both(contact.rolling_mps),
                   both(contact.drive_sliding_mps), both(contact.side_sliding_mps)});
    deflection = {two.longitudinal_m[0], two.lateral_m[0]};
    return {forces.longitudinal_n[0], forces.lateral_n[0]};
}

TyreForce Tyre::force(double load_n, double grip, double drive_slip,
                      double side_slip) const noexcept {
    const AxleForce forces = force(both(load_n), both(grip), both(drive_slip), both(side_slip));
    return {forces.longitudinal_n[0], forces.lateral_n[0]};
}

Tyre::Slips Tyre::slips(const TyreDeflection& deflection, double grip) const noexcept {
    const auto slip = [grip](const Spring& spring, double deflection_m) noexcept {
        return deflection_m *
               spring.slip_per_m(both(deflection_m), both(grip), both(1.0 / grip))[0];
    };
    return {slip(drive_spring_, deflection.longitudinal_m),
            slip(side_spring_, deflection.lateral_m)};
}

}  // namespace ghostcar::model
